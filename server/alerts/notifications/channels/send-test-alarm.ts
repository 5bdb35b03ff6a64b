import type { NotificationChannel } from '#domain/alerts/notification.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import type { RateLimit } from '../../../platform/http/limits/rate-limit.ts'
import { readChannel } from '../read-channels.ts'
import { type SendAtOnceDeps, sendAtOnce } from '../sending/send-at-once.ts'

/**
 * Sends a test the way alarms go, and answers the channel as it then is. Throws 404, 409 `notification_unconfirmed`, 429
 * where too many SMS were asked for, or 400 as `sendAtOnce`.
 */
export async function sendTestAlarm(
  deps: SendAtOnceDeps,
  account: SignedIn,
  id: number,
  smsLimit: RateLimit,
): Promise<NotificationChannel> {
  const { db } = deps.database
  const { type, status } = await readChannel(db, account, id)
  if (status === 'pending' || status === 'unconfirmed') throw new AppError(409, 'notification_unconfirmed')
  if (type === 'sms') await smsLimit.consume(String(account.accountId))
  await sendAtOnce(deps, id, 'test')
  return readChannel(db, account, id)
}
