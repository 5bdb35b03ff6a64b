import { maskAddress, type SentNotification } from '#domain/alerts/sent-notification.ts'
import { isoTime, isoTimeOrNull } from '../../../platform/db/stored-time.ts'
import { placeOf } from '../to-channel.ts'
import type { SentRow } from './sent-queries.ts'

/** Returns a message as administrators see it. Of a push address only the host is shown, with the device if known. */
export const toSent = (row: SentRow): SentNotification => ({
  id: row.id,
  accountId: row.account_id,
  name: `${row.firstname} ${row.lastname}`.trim(),
  channel: row.channel,
  address: addressOf(row),
  stage: row.stage,
  alarmType: row.alarm_type,
  controllerId: row.controller_id,
  state: row.state,
  attempts: row.attempts,
  error: row.last_error,
  created: isoTime(row.created_at),
  due: isoTime(row.due_at),
  sent: isoTimeOrNull(row.sent_at),
})

function addressOf({ channel, address, device }: SentRow): string {
  const place = placeOf({ type: channel, address }).address
  return channel === 'push' ? [device, place].filter(Boolean).join(', ') : maskAddress(channel, place)
}
