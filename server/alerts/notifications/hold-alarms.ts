import type { Kysely } from 'kysely'
import { weightAlarms } from '#domain/alerts/alarm-types.ts'
import type { Tables } from '../../store/tables.ts'
import { deleteMutesUntil, moveMutesUntil, selectMutes, upsertMute } from './notification-queries.ts'

/** For whom, where and until when (epoch ms). */
export type Hold = { accountId: number; controllerId: number; untilMs: number }

/** Mutes what hands at the hives would ring; what is muted for longer stays so. */
export async function holdAlarms(db: Kysely<Tables>, hold: Hold, nowMs: number): Promise<void> {
  const { accountId, controllerId, untilMs } = hold
  if (untilMs <= nowMs) return
  const known = await selectMutes(db, accountId, [controllerId], nowMs)
  for (const type of weightAlarms) {
    const before = known.find(({ notification_type }) => notification_type === type)
    if (before && (before.until === null || before.until >= untilMs)) continue
    const mute = { account_id: accountId, controller_id: controllerId, notification_type: type, until: untilMs }
    await upsertMute(db, mute)
  }
}

/**
 * Takes back what `holdAlarms` muted, and nothing that somebody muted until another time. Where something else holds them back still,
 * `otherUntilMs` says until when, and they stay muted until then.
 */
export async function releaseAlarms(
  db: Kysely<Tables>,
  { accountId, controllerId, untilMs }: Hold,
  otherUntilMs?: number,
): Promise<void> {
  const mutes = { account_id: accountId, controller_id: controllerId, until: untilMs }
  if (otherUntilMs === undefined) await deleteMutesUntil(db, mutes, weightAlarms)
  else await moveMutesUntil(db, mutes, weightAlarms, otherUntilMs)
}
