import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { endRinging } from './episode-queries.ts'
import { readRule } from './read-rules.ts'
import { recordRule } from './record-rule.ts'
import { deleteRule } from './rule-queries.ts'

/** Removes a rule and ends what rings of it; alarms that it rang stay. Throws 404 `rule_not_found`. */
export async function removeRule(
  { database, clock, events, wakeRules }: Pick<Deps, 'database' | 'clock' | 'events' | 'wakeRules'>,
  account: SignedIn,
  id: string,
): Promise<void> {
  const before = await readRule(database.db, account.accountId, id)
  const ended = await database.db.transaction().execute(async (db) => {
    await recordRule({ database: { db }, clock }, account, 'remove', { before, after: null })
    await deleteRule(db, before.id)
    return endRinging(db, before.id, Math.floor(clock.now() / 1000))
  })
  for (const one of ended) events.publish({ type: 'alarm', ...one })
  wakeRules(account.accountId)
}
