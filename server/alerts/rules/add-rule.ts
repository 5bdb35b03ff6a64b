import type { Kysely } from 'kysely'
import { RULES_MAXIMUM, type Rule, type RuleBody } from '#domain/alerts/rule.ts'
import type { Deps } from '../../deps.ts'
import { flag } from '../../platform/db/flag.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { Tables } from '../../store/tables.ts'
import { readRule } from './read-rules.ts'
import { recordRule } from './record-rule.ts'
import { requireChannels } from './require-channels.ts'
import { requireHives } from './require-hives.ts'
import { countRules, insertRule, replaceChannels, replaceScales, selectRule } from './rule-queries.ts'
import { toStored } from './to-rule.ts'

/**
 * Adds a rule, which takes effect at once. The same id again from the same account changes nothing; somebody else's id
 * throws 409 `already_exists`. Throws 409 `rules_too_many`, and as `requireHives` and `requireChannels`.
 */
export async function addRule(
  deps: Pick<Deps, 'database' | 'clock' | 'ids' | 'wakeRules'>,
  account: SignedIn,
  body: RuleBody,
): Promise<{ rule: Rule; isNew: boolean }> {
  const { database, clock, ids, wakeRules } = deps
  const { accountId } = account
  const id = (body.id ?? ids.uuid()).toLowerCase()
  const known = body.id === undefined ? undefined : await knownRule(database.db, accountId, id)
  if (known) return { rule: known, isNew: false }
  await requireHives(database.db, account, body)
  await requireChannels(database.db, accountId, body.channelIds)
  const added = await database.db.transaction().execute(async (db) => {
    // a concurrent call may have added the same rule
    const first = await knownRule(db, accountId, id)
    if (first) return { rule: first, isNew: false }
    if ((await countRules(db, accountId)) >= RULES_MAXIMUM) throw new AppError(409, 'rules_too_many')
    const inserted = await insertRule(db, {
      id,
      account_id: accountId,
      name: body.name,
      ...toStored(body.terms),
      every_own: flag(body.everyOwn),
      every_channel: flag(body.channelIds === null),
      is_on: flag(body.isOn),
      since: clock.now(),
      created_at: clock.now(),
    })
    if (!inserted) throw new AppError(409, 'already_exists')
    await replaceScales(db, id, body.scaleIds)
    await replaceChannels(db, id, body.channelIds ?? [])
    const rule = await readRule(db, accountId, id)
    await recordRule({ database: { db }, clock }, account, 'add', { before: null, after: rule })
    return { rule, isNew: true }
  })
  wakeRules(accountId)
  return added
}

async function knownRule(db: Kysely<Tables>, accountId: number, id: string): Promise<Rule | undefined> {
  const known = await selectRule(db, id)
  if (known && known.account_id !== accountId) throw new AppError(409, 'already_exists')
  return known && readRule(db, accountId, id)
}
