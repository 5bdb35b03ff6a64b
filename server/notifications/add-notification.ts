import * as v from 'valibot'
import { Email } from '#domain/account.ts'
import { type NotificationBody, PushSubscription } from '#domain/notification.ts'
import { AppError } from '../http/app-error.ts'
import type { Deps } from '../http/deps.ts'
import type { SignedIn } from '../http/env.ts'
import { hashToken } from '../platform/ids.ts'
import { isAllowedUrl } from '../platform/safe-fetch.ts'
import {
  deletePushOfOthers,
  insertNotification,
  type NotificationRow,
  selectNotificationByAddress,
  updateNotification,
} from './notification-queries.ts'

/**
 * Adds a channel. The same address again is not new: one that had ended is opened again, and a browser's new keys are
 * taken over. Throws 400 where the address cannot be one.
 */
export async function addNotification(
  { database: { db }, clock, config }: Pick<Deps, 'database' | 'clock' | 'config'>,
  account: SignedIn,
  body: v.InferOutput<typeof NotificationBody>,
): Promise<{ row: NotificationRow; isNew: boolean }> {
  const { address, key } = readAddress(body, config.allowPrivateEndpoints)
  const identity = { account_id: account.accountId, type: body.type, address_hash: hashToken(key) }
  if (body.type === 'push') await deletePushOfOthers(db, account.accountId, identity.address_hash)
  const opened = { address, status: 'active', last_error: null, ended_at: null } as const
  const inserted = await insertNotification(db, {
    ...identity,
    ...opened,
    last_delivered_at: null,
    created_at: clock.now(),
  })
  if (inserted) return { row: inserted, isNew: true }
  const known = await selectNotificationByAddress(db, identity)
  if (!known) throw new AppError(409, 'combination_exists')
  if (known.status === 'ended') return { row: await updateNotification(db, known.id, opened), isNew: true }
  if (known.address !== address) return { row: await updateNotification(db, known.id, { address }), isNew: false }
  return { row: known, isNew: false }
}

/** `key` is what makes two addresses the same: of a push subscription its endpoint. */
function readAddress(body: v.InferOutput<typeof NotificationBody>, allowPrivate: boolean) {
  if (body.type === 'sms') throw new AppError(400, 'sms_unavailable')
  if (body.type === 'email') {
    const email = v.safeParse(Email, body.address)
    if (!email.success) throw invalid(email.issues[0].message)
    return { address: email.output, key: email.output }
  }
  const subscription = v.safeParse(v.pipe(v.string(), v.parseJson(), PushSubscription), body.address)
  if (!subscription.success) throw invalid(subscription.issues[0].message)
  const { endpoint, keys } = subscription.output
  if (!isAllowedUrl(endpoint, allowPrivate)) throw new AppError(400, 'endpoint_not_allowed')
  return { address: JSON.stringify({ endpoint, keys }), key: endpoint }
}

const invalid = (message: string) => new AppError(400, 'invalid_body', { issues: [{ path: 'address', message }] })
