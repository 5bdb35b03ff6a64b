import * as v from 'valibot'
import { type NotificationChannel, PushSubscription } from '#domain/alerts/notification.ts'
import { timeOfMinutes } from '#domain/alerts/quiet-hours.ts'
import { seasonKindsOf } from '#domain/alerts/season-news.ts'
import { isoTimeOrNull } from '../../platform/db/stored-time.ts'
import type { NotificationRow } from './notification-queries.ts'
import { matrixRoomOf } from './service-address.ts'
import { chosenKinds, chosenTypes, typesRinging } from './stored-choices.ts'

/** Returns the subscription stored as a push channel's address. */
export const subscriptionOf = (address: string): PushSubscription =>
  v.parse(v.pipe(v.string(), v.parseJson(), PushSubscription), address)

/**
 * Returns what may be shown of a stored address: only the host of a push address, since knowing the address is enough to send to it. Empty
 * if it is damaged: sending to it will report that.
 */
export function placeOf({
  type,
  address,
}: Pick<NotificationRow, 'type' | 'address'>): Pick<NotificationChannel, 'address' | 'server'> {
  try {
    if (type === 'push') return { address: new URL(subscriptionOf(address).endpoint).host, server: null }
    if (type !== 'matrix') return { address, server: null }
    const { room, server } = matrixRoomOf(address)
    return { address: room, server }
  } catch {
    return { address: '', server: null }
  }
}

/** Returns a channel as its owner sees it. */
export const toChannel = (row: NotificationRow, controllerIds: number[]): NotificationChannel => ({
  id: row.id,
  type: row.type,
  name: row.name,
  device: row.device,
  ...placeOf(row),
  hasToken: row.token_sealed !== null,
  status: row.type === 'email' && row.status === 'pending' ? 'unconfirmed' : row.status,
  lastDelivered: isoTimeOrNull(row.last_delivered_at),
  lastError: row.last_error,
  failingSince: isoTimeOrNull(row.failing_since),
  endedAt: isoTimeOrNull(row.ended_at),
  neverShownSince: isoTimeOrNull(row.never_shown_since),
  heardAt: isoTimeOrNull(row.heard_at),
  alarmTypes: chosenTypes(row.alarm_types),
  everyOwn: row.every_own === 1,
  controllerIds,
  quietFrom: row.quiet_from === null ? null : timeOfMinutes(row.quiet_from),
  quietTo: row.quiet_to === null ? null : timeOfMinutes(row.quiet_to),
  timeZone: row.time_zone,
  ringsAlways: typesRinging(row.rings_always),
  seasonKinds: [...seasonKindsOf(row.type, chosenKinds(row.season_kinds))],
})
