import type { Kysely } from 'kysely'
import { CHANNELS_MAXIMUM } from '#domain/alerts/notification.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Tables } from '../../../store/tables.ts'
import { countChannels } from '../notification-queries.ts'

/** Throws 409 `notifications_too_many` if an account has the maximum number of channels: every alarm goes to all of them. */
export async function requireRoom(db: Kysely<Tables>, accountId: number): Promise<void> {
  if ((await countChannels(db, accountId)) < CHANNELS_MAXIMUM) return
  throw new AppError(409, 'notifications_too_many', { values: { maximum: CHANNELS_MAXIMUM } })
}
