import type { Kysely } from 'kysely'
import { weightAlarms } from '#domain/alerts/alarm-types.ts'
import type { Tables } from '../../../store/tables.ts'
import { deleteUnheld, type Hold, moveHold, upsertHold } from '../notification-queries.ts'

/** Holds back the alarms that hands working at the hives would cause, independent of any mute. A hold that lasts longer stays. */
export async function holdAlarms(db: Kysely<Tables>, hold: Hold, nowMs: number): Promise<void> {
  if (hold.untilMs <= nowMs) return
  for (const type of weightAlarms) await upsertHold(db, hold, type)
}

/**
 * Releases what `holdAlarms` holds back, leaving the user's own mutes alone. If
 * something else still holds the alarms back, `otherUntilMs` is when that ends.
 */
export async function releaseAlarms(db: Kysely<Tables>, hold: Hold, otherUntilMs?: number): Promise<void> {
  await moveHold(db, hold, otherUntilMs ?? null)
  await deleteUnheld(db, hold)
}
