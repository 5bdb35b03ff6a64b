import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { planDeliveries } from '../notifications/planning/plan-deliveries.ts'
import { selectUntoldOngoing } from './ongoing-queries.ts'

/** As old an alarm may be when it arrives to be told at once. */
const TOLD_WITHIN_SECONDS = 6 * HOUR_SECONDS
/** How long mutes are remembered: of older alarms it is not known whether somebody held them back. */
const TOLD_FOR_SECONDS = DAY_SECONDS

/**
 * Creates the job that tells of alarms which arrived too late to be told at once, but go on: the network was away all night, and in the
 * morning the hive is still gone. Done some minutes later, when everything that had piled up is in, since by then it may stand again.
 */
export function createOngoingTelling({
  database,
  clock,
  wakeDeliveries,
}: Pick<Deps, 'database' | 'clock' | 'wakeDeliveries'>) {
  return async (): Promise<void> => {
    if (!clock.isTrusted()) return
    const nowMs = clock.now()
    const now = Math.floor(nowMs / 1000)
    const ids = await selectUntoldOngoing(database.db, now - TOLD_FOR_SECONDS, now - TOLD_WITHIN_SECONDS)
    if (ids.length === 0) return
    const changes = ids.map((id) => ({ id, previousStatus: null, shownAt: now }))
    await database.db.transaction().execute((db) => planDeliveries(db, changes, nowMs))
    wakeDeliveries()
  }
}
