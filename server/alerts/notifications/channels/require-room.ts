import type { Kysely } from 'kysely'
import { CHANNELS_MAXIMUM } from '#domain/alerts/notification.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Tables } from '../../../store/tables.ts'
import { countChannels } from '../notification-queries.ts'

/**
 * Throws 409 `notifications_too_many` if an account has more channels than the maximum, as every alarm goes to all of them. `within`: the transaction
 * that just added or reopened one; as transactions run one after the other, no two of them see the same count.
 */
export async function requireRoom(within: Kysely<Tables>, accountId: number): Promise<void> {
  if ((await countChannels(within, accountId)) <= CHANNELS_MAXIMUM) return
  throw new AppError(409, 'notifications_too_many', { values: { maximum: CHANNELS_MAXIMUM } })
}
