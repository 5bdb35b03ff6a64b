import type { NotificationChannel } from '#domain/notification.ts'
import { AppError } from '../http/app-error.ts'
import type { SignedIn } from '../http/env.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { evenPause } from '../platform/even-pause.ts'
import { NO_CONNECTION } from '../platform/web-push.ts'
import { readChannel } from './read-channels.ts'
import { type SendAtOnceDeps, sendAtOnce } from './send-at-once.ts'

/**
 * Sends a test the way alarms go, and answers the channel as it then is. Throws 404, 409 `notification_unconfirmed`, 429
 * where too many SMS were asked for, or 400 `notification_undeliverable` with the reason.
 */
export async function sendTestAlarm(
  deps: SendAtOnceDeps,
  { accountId }: SignedIn,
  id: number,
  smsLimit: RateLimit,
): Promise<NotificationChannel> {
  const { db } = deps.database
  const { type, status } = await readChannel(db, accountId, id)
  if (status === 'pending' || status === 'unconfirmed') throw new AppError(409, 'notification_unconfirmed')
  if (type === 'sms') await smsLimit.consume(String(accountId))
  const begun = performance.now()
  await sendAtOnce(deps, id, 'test').catch(async (error: unknown) => {
    // else it would tell which names there are in the network of the server
    const isUnreached = error instanceof AppError && error.values?.reason === NO_CONNECTION
    if (isUnreached) await evenPause(begun)
    throw error
  })
  return readChannel(db, accountId, id)
}
