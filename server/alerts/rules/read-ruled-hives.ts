import { MINUTE_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { gapSecondsOf } from './gap-seconds.ts'
import type { HiveRule, RuledHive } from './judge-hive.ts'
import { onceATransmitter } from './once-a-transmitter.ts'
import { type RuledRow, selectRuled } from './rule-queries.ts'
import { termsOf } from './to-rule.ts'

/** Returns the hives that have active, readable rules, at some transmitters or at all. */
export async function readRuledHives(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'listening'>,
  controllerIds?: readonly number[],
): Promise<RuledHive[]> {
  const rows = await selectRuled(deps.database.db, controllerIds)
  const hives = new Map<number, RuledHive>()
  for (const ofRule of Map.groupBy(rows, ({ id }) => id).values()) {
    const [{ id, account_id, name, terms: text, since }] = ofRule as [RuledRow, ...RuledRow[]]
    const terms = termsOf(text)
    if (!terms) continue
    const rule: HiveRule = { id, accountId: account_id, name, since: sinceOf(Number(since), deps.clock.now()), terms }
    const named = ofRule.map((row) => ({ scaleId: row.scale_id, controllerId: row.controller_id, row }))
    for (const { scaleId, controllerId, row } of onceATransmitter(terms, named)) {
      const known = hives.get(scaleId)
      if (known) known.rules.push(rule)
      else {
        const gapSeconds = gapSecondsOf(row.update_interval_hours)
        hives.set(scaleId, { scaleId, controllerId, gapSeconds, silentUntil: silentUntil(row, deps), rules: [rule] })
      }
    }
  }
  return [...hives.values()].sort((a, b) => a.scaleId - b.scaleId)
}

/** In epoch seconds. A time in the future, from a wrong clock, counts as unknown (0), so that it does not keep the rule from ringing until then. */
const sinceOf = (sinceMs: number, nowMs: number): number =>
  sinceMs > nowMs + MINUTE_MS ? 0 : Math.floor(sinceMs / 1000)

/** Silence counts only while this server was receiving, and would have accepted data. */
function silentUntil(
  { last_at, subscription_ends_at }: RuledRow,
  { clock, config, listening }: Pick<Deps, 'clock' | 'config' | 'listening'>,
): number {
  const lastAt = Number(last_at ?? 0)
  const endsAt = config.subscriptions && subscription_ends_at !== null ? Number(subscription_ends_at) : clock.now()
  const notTakenMs = Math.max(0, clock.now() - endsAt)
  return lastAt + Math.max(0, Math.floor((listening.listenedMs(lastAt * 1000) - notTakenMs) / 1000))
}
