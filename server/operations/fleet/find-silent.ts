import { patienceHours } from '#domain/hives/doctor/device-doctor.ts'
import { HOUR_MS } from '#domain/platform/durations.ts'
import { isOverdue } from '../../alerts/alarms/transmitters/is-overdue.ts'
import type { Deps } from '../../deps.ts'
import { intervalInForce } from '../../hives/controllers/interval-in-force.ts'
import { selectUnheard } from './fleet-queries.ts'

/** Transmitters whose data are overdue, by the same rule as the alarm, even if no alarm is open; the latest to fall silent come first. */
export async function findSilent(deps: Pick<Deps, 'database' | 'clock' | 'config' | 'listening'>): Promise<number[]> {
  const now = deps.clock.now()
  const { subscriptions } = deps.config
  const rows = await selectUnheard(deps.database.db, now, subscriptions)
  return rows.flatMap(({ id, heardAt, collectingSince, subscription_ends_at: end, ...row }) => {
    const updateIntervalHours = intervalInForce(row)
    const isCollecting = !subscriptions || end === null || Number(end) > now
    const beganBefore = Number(row.last_seen_at) < Number(end) - patienceHours(updateIntervalHours) * HOUR_MS
    const isSilent =
      (isCollecting || beganBefore) &&
      isOverdue({ heardAt: Number(heardAt), collectingSince, updateIntervalHours }, deps)
    return isSilent ? [id] : []
  })
}
