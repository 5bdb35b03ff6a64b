import type { NotificationChannel } from '#domain/alerts/notification.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import type { RateLimit } from '../../../platform/http/limits/rate-limit.ts'
import { readChannel } from '../read-channels.ts'
import { type SendAtOnceDeps, sendAtOnce } from '../sending/send-at-once.ts'

/**
 * Sends a test the same way as alarms, by SMS not twice within seconds, and returns the updated channel. Throws 404, 409
 * `notification_unconfirmed`, 429 if too many SMS were requested, and 400 as `sendAtOnce`.
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
  await sendAtOnce(deps, id, 'test', { costs: type === 'sms' })
  return readChannel(db, account, id)
}
