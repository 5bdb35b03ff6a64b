import type { Kysely } from 'kysely'
import { weightAlarms } from '#domain/alerts/alarm-types.ts'
import type { Tables } from '../../../store/tables.ts'
import { deleteUnheld, type Hold, moveHold, upsertHold } from '../notification-queries.ts'

/** Holds back what hands at the hives would ring, beside what is muted there; what is held back for longer stays so. */
export async function holdAlarms(db: Kysely<Tables>, hold: Hold, nowMs: number): Promise<void> {
  if (hold.untilMs <= nowMs) return
  for (const type of weightAlarms) await upsertHold(db, hold, type)
}

/**
 * Takes back what `holdAlarms` holds, and nothing that somebody muted. Where something else holds them back still, `otherUntilMs` says until
 * when, and they stay held back until then.
 */
export async function releaseAlarms(db: Kysely<Tables>, hold: Hold, otherUntilMs?: number): Promise<void> {
  await moveHold(db, hold, otherUntilMs ?? null)
  await deleteUnheld(db, hold)
}
