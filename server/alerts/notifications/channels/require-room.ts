import type { Kysely } from 'kysely'
import { CHANNELS_MAXIMUM } from '#domain/alerts/notification.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Tables } from '../../../store/tables.ts'
import { countChannels } from '../notification-queries.ts'

/** Each alarm goes to all of them: throws 409 `notifications_too_many` where an account has as many channels as it may. */
export async function requireRoom(db: Kysely<Tables>, accountId: number): Promise<void> {
  if ((await countChannels(db, accountId)) < CHANNELS_MAXIMUM) return
  throw new AppError(409, 'notifications_too_many', { values: { maximum: CHANNELS_MAXIMUM } })
}
