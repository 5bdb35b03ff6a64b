import type { Rule, RuleEdit } from '#domain/alerts/rule.ts'
import { defined, mapDefined } from '#domain/platform/defined.ts'
import type { Deps } from '../../deps.ts'
import { flag } from '../../platform/db/flag.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { endRinging } from './end-ringing.ts'
import { readRule } from './read-rules.ts'
import { recordRule } from './record-rule.ts'
import { requireChannels } from './require-channels.ts'
import { requireHives } from './require-hives.ts'
import { replaceChannels, replaceScales, updateRule } from './rule-queries.ts'
import { toStored } from './to-rule.ts'

/**
 * Changes a rule. If its terms change, or it is switched on or off, it is judged as a new one and its ringing
 * alarms end. Throws 404 `rule_not_found`, 400 `no_changes`, and as `requireHives` and `requireChannels`.
 */
export async function editRule(
  deps: Pick<Deps, 'database' | 'clock' | 'events' | 'wakeRules' | 'wakeDeliveries'>,
  account: SignedIn,
  id: string,
  edit: RuleEdit,
): Promise<Rule> {
  if (Object.keys(edit).length === 0) throw new AppError(400, 'no_changes')
  const { database, clock, events, wakeRules, wakeDeliveries } = deps
  const { accountId } = account
  const { name, terms, isOn, channelIds } = edit
  const now = clock.now()
  const { rule, ended } = await database.db.transaction().execute(async (db) => {
    const before = await readRule(db, accountId, id)
    const { everyOwn, scaleIds } = { ...before, ...defined({ everyOwn: edit.everyOwn, scaleIds: edit.scaleIds }) }
    if (edit.everyOwn !== undefined || edit.scaleIds) await requireHives(db, account, { everyOwn, scaleIds })
    if (channelIds) await requireChannels(db, accountId, channelIds)
    const isOther = terms !== undefined && JSON.stringify(terms) !== JSON.stringify(before.terms)
    const isSwitched = isOn !== undefined && isOn !== before.isOn
    await updateRule(db, before.id, {
      ...defined({
        name,
        is_on: mapDefined(isOn, flag),
        every_channel: mapDefined(channelIds, (chosen) => flag(chosen === null)),
        since: isOther || isSwitched ? now : undefined,
      }),
      ...mapDefined(terms, toStored),
      every_own: flag(everyOwn),
    })
    if (edit.scaleIds) await replaceScales(db, before.id, edit.scaleIds)
    if (channelIds !== undefined) await replaceChannels(db, before.id, channelIds ?? [])
    const after = await readRule(db, accountId, before.id)
    await recordRule({ database: { db }, clock }, account, 'edit', { before, after })
    const over = isOther || isSwitched ? await endRinging(db, { ruleId: before.id }, now) : []
    return { rule: after, ended: over }
  })
  for (const one of ended) events.publish({ type: 'alarm', ...one })
  if (ended.length > 0) wakeDeliveries()
  wakeRules(accountId)
  return rule
}
