import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import type { DeliveryToSend } from './sending-queries.ts'

/** Marks a channel as working. A number waiting for its code keeps waiting. */
export async function noteDelivered(db: Kysely<Tables>, notificationId: number, nowMs: number): Promise<void> {
  await db
    .updateTable('notification')
    .set((eb) => ({
      last_delivered_at: nowMs,
      last_error: null,
      failing_since: null,
      ended_at: null,
      status: eb
        .case()
        .when('status', '=', 'pending')
        .then('pending' as const)
        .else('active' as const)
        .end(),
    }))
    .where('id', '=', notificationId)
    .execute()
}

/** Notes a failure. Returns true if the channel was working until now. */
export async function noteFailing(
  db: Kysely<Tables>,
  notificationId: number,
  failure: { reason: string; failing: boolean },
  nowMs: number,
): Promise<boolean> {
  const channel = db.updateTable('notification').where('id', '=', notificationId).where('status', '<>', 'ended')
  await channel.set({ last_error: failure.reason }).execute()
  if (!failure.failing) return false
  const failing = channel.set({ status: 'failing', failing_since: nowMs }).where('status', '=', 'active')
  return (await failing.returning('id').executeTakeFirst()) !== undefined
}

/**
 * Ends a channel whose address is gone, and its pending deliveries. Returns `known` if it
 * had ended already, or `moved` if it has another address by now and stays open.
 */
export async function endChannel(
  db: Kysely<Tables>,
  { notification_id: id, address }: Pick<DeliveryToSend, 'notification_id' | 'address'>,
  reason: string,
  nowMs: number,
): Promise<'ended' | 'known' | 'moved'> {
  const ended = await db
    .updateTable('notification')
    .set({ status: 'ended', ended_at: nowMs, last_error: reason })
    .where('id', '=', id)
    .where('address', '=', address)
    .where('status', '<>', 'ended')
    .returning('id')
    .executeTakeFirst()
  const now = await db.selectFrom('notification').select('address').where('id', '=', id).executeTakeFirst()
  if (now && now.address !== address) return 'moved'
  await db
    .updateTable('delivery')
    .set({ state: 'expired', last_error: reason })
    .where('notification_id', '=', id)
    .where('state', '=', 'due')
    .execute()
  return ended ? 'ended' : 'known'
}

const REFUSED_READ_AT_MOST = 2000

/** Returns the devices whose push service has been refusing what we send since a time; the most recent ones if there are very many. */
export const selectRefusedPush = (
  db: Kysely<Tables>,
  sinceMs: number,
): Promise<{ account_id: number; address: string }[]> =>
  db
    .selectFrom('notification')
    .select(['account_id', 'address'])
    .where('type', '=', 'push')
    .where('status', '=', 'failing')
    .where('failing_since', '>', sinceMs)
    .where('last_error', 'like', 'HTTP 4%')
    .where('last_error', 'not like', 'HTTP 429%')
    .orderBy('failing_since', 'desc')
    .limit(REFUSED_READ_AT_MOST)
    .execute()

/** Returns the best other channel to tell a user about a problem with `except`: working ones first, then the most recently reached. */
export const selectOtherChannel = (
  db: Kysely<Tables>,
  accountId: number,
  mailIsAvailable: boolean,
  except: number,
): Promise<{ id: number } | undefined> =>
  db
    .selectFrom('notification')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', 'not in', ['ended', 'pending'])
    .where('type', 'in', ['push', 'ntfy', 'telegram', 'matrix', ...(mailIsAvailable ? (['email'] as const) : [])])
    .where('id', '<>', except)
    .orderBy('status')
    .orderBy('last_delivered_at', (order) => order.desc().nullsLast())
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
