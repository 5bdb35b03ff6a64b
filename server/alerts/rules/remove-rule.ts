import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { endRinging } from './end-ringing.ts'
import { readRule } from './read-rules.ts'
import { recordRule } from './record-rule.ts'
import { deleteRule } from './rule-queries.ts'

/** Removes a rule and ends its ringing alarms; all its alarms stay stored. Throws 404 `rule_not_found`. */
export async function removeRule(
  deps: Pick<Deps, 'database' | 'clock' | 'events' | 'wakeRules' | 'wakeDeliveries'>,
  account: SignedIn,
  id: string,
): Promise<void> {
  const { database, clock, events, wakeRules, wakeDeliveries } = deps
  const ended = await database.db.transaction().execute(async (db) => {
    const before = await readRule(db, account.accountId, id)
    await recordRule({ database: { db }, clock }, account, 'remove', { before, after: null })
    await deleteRule(db, before.id)
    return endRinging(db, { ruleId: before.id }, clock.now())
  })
  for (const one of ended) events.publish({ type: 'alarm', ...one })
  if (ended.length > 0) wakeDeliveries()
  wakeRules(account.accountId)
}
