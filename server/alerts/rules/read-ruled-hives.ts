import type { Deps } from '../../deps.ts'
import { gapSecondsOf } from './gap-seconds.ts'
import type { HiveRule, RuledHive } from './judge-hive.ts'
import { type RuledRow, selectRuled } from './rule-queries.ts'
import { termsOf } from './to-rule.ts'

/** The hives that rules are about which are on and can be read, or of these those named. */
export async function readRuledHives(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'listening'>,
  scaleIds?: readonly number[],
): Promise<RuledHive[]> {
  const rows = await selectRuled(deps.database.db, scaleIds)
  return [...Map.groupBy(rows, ({ scale_id }) => scale_id).values()].flatMap((ofHive) => {
    const rules = ofHive.flatMap((row): HiveRule[] => {
      const terms = termsOf(row.terms)
      const since = Math.floor(Number(row.since) / 1000)
      return terms ? [{ id: row.id, accountId: row.account_id, name: row.name, since, terms }] : []
    })
    const [hive] = ofHive
    if (!hive || rules.length === 0) return []
    return [
      {
        scaleId: hive.scale_id,
        controllerId: hive.controller_id,
        gapSeconds: gapSecondsOf(hive.update_interval_hours),
        silentUntil: silentUntil(hive, deps),
        rules,
      },
    ]
  })
}

/** Silence counts while this server took in what came, and while it would have taken it. */
function silentUntil(
  { last_at, subscription_ends_at }: RuledRow,
  { clock, config, listening }: Pick<Deps, 'clock' | 'config' | 'listening'>,
): number {
  const lastAt = Number(last_at ?? 0)
  const isCollecting = !config.subscriptions || subscription_ends_at === null || subscription_ends_at > clock.now()
  return isCollecting ? lastAt + Math.floor(listening.listenedMs(lastAt * 1000) / 1000) : lastAt
}
