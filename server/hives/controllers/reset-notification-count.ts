import type { Deps } from '../../deps.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { selectAdministeredController } from './admin-controller-queries.ts'
import { updateController } from './controller-queries.ts'

/** Restores a transmitter's full number of notifications. Throws 404 `controller_not_found`. */
export async function resetNotificationCount(
  { database, clock, events }: Pick<Deps, 'database' | 'clock' | 'events'>,
  administrator: SignedIn,
  id: number,
): Promise<void> {
  await database.db.transaction().execute(async (db) => {
    const row = await selectAdministeredController(db, id)
    if (!row) throw new AppError(404, 'controller_not_found')
    await updateController(db, id, {
      remaining_notifications: row.limit_reset,
      last_reset_at: clock.now(),
    })
    await recordChange(
      { database: { db }, clock },
      {
        actorId: administrator.accountId,
        action: 'controller.resetNotificationCount',
        subjectType: 'controller',
        subjectId: String(id),
        before: { remainingNotifications: row.remaining_notifications, lastReset: isoOrNull(row.last_reset_at) },
        after: { remainingNotifications: row.limit_reset, lastReset: isoOrNull(clock.now()) },
      },
    )
  })
  events.publish({ type: 'controller', controllerId: id, scaleIds: [] })
}

const isoOrNull = (ms: number | null) => (ms === null ? null : new Date(Number(ms)).toISOString())
