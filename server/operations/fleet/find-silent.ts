import { isOverdue } from '../../alerts/alarms/transmitters/is-overdue.ts'
import type { Deps } from '../../deps.ts'
import { intervalInForce } from '../../hives/controllers/interval-in-force.ts'
import { selectUnheard } from './fleet-queries.ts'

/** Transmitters whose data are overdue, by the same rule as the alarm, even if no alarm is open; the latest to fall silent come first. */
export async function findSilent(deps: Pick<Deps, 'database' | 'clock' | 'config' | 'listening'>): Promise<number[]> {
  const rows = await selectUnheard(deps.database.db, deps.clock.now(), deps.config.subscriptions)
  return rows.flatMap(({ id, heardAt, collectingSince, ...row }) =>
    isOverdue({ heardAt: Number(heardAt), collectingSince, updateIntervalHours: intervalInForce(row) }, deps)
      ? [id]
      : [],
  )
}
