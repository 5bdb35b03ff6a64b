import type { NotificationChannel } from '#domain/alerts/notification.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import { updateNotification } from '../notification-queries.ts'
import { readChannel } from '../read-channels.ts'

/**
 * Records the user's confirmation that a message arrived on a channel; only they can tell for a mail, an SMS or a chat. Throws 404, 409
 * `notification_unconfirmed`, and 409 `notification_untested` if the channel has ended or nothing was delivered to it yet.
 */
export async function hearChannel(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  account: SignedIn,
  id: number,
): Promise<NotificationChannel> {
  const { status, lastDelivered } = await readChannel(db, account, id)
  if (status === 'pending' || status === 'unconfirmed') throw new AppError(409, 'notification_unconfirmed')
  if (status === 'ended' || lastDelivered === null) throw new AppError(409, 'notification_untested')
  await updateNotification(db, id, { heard_at: clock.now() })
  return readChannel(db, account, id)
}
