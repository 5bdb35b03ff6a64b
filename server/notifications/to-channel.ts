import * as v from 'valibot'
import { type NotificationChannel, PushSubscription } from '#domain/notification.ts'
import type { NotificationRow } from './notification-queries.ts'

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

/** The subscription that a push channel's address holds. */
export const subscriptionOf = (address: string): PushSubscription =>
  v.parse(v.pipe(v.string(), v.parseJson(), PushSubscription), address)

/** A channel as its owner reads it. Who knows a push address can send to it, so only its host is shown. */
export const toChannel = (row: NotificationRow): NotificationChannel => ({
  id: row.id,
  type: row.type,
  address: row.type === 'push' ? new URL(subscriptionOf(row.address).endpoint).host : row.address,
  status: row.status,
  lastDelivered: iso(row.last_delivered_at),
  lastError: row.last_error,
  endedAt: iso(row.ended_at),
})
