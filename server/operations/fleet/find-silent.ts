import { isOverdue } from '../../alerts/alarms/is-overdue.ts'
import type { Deps } from '../../deps.ts'
import { selectUnheard } from './fleet-queries.ts'

/** Whose data are overdue, as the watch judges it, though no alarm need be open; those that fell silent last come first. */
export async function findSilent(deps: Pick<Deps, 'database' | 'clock' | 'config' | 'listening'>): Promise<number[]> {
  const rows = await selectUnheard(deps.database.db, deps.clock.now(), deps.config.subscriptions)
  return rows.flatMap(({ id, heardAt, collectingSince, update_interval_hours: updateIntervalHours }) =>
    isOverdue({ heardAt: Number(heardAt), collectingSince, updateIntervalHours }, deps) ? [id] : [],
  )
}
