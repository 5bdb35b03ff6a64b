import type { Generated } from 'kysely'
import type { AlarmType } from '#domain/alerts/alarm.ts'
import type { ChannelStatus, ChannelType } from '#domain/alerts/notification.ts'

/**
 * `alarm_types` and `rings_always` are JSON lists; null `alarm_types` means all types. `quiet_from` and `quiet_to` are minutes of
 * the day in `time_zone`. `code_hash` is set while a number waits to be confirmed. `unshown_…` counts what the push service
 * accepted but the device did not report as shown, since it began sending receipts (`receipts_since`). Times in epoch ms.
 */
export type NotificationTable = {
  id: Generated<number>
  account_id: number
  type: ChannelType
  address: string
  address_hash: string
  status: Exclude<ChannelStatus, 'unconfirmed'>
  last_delivered_at: number | null
  last_error: string | null
  ended_at: number | null
  created_at: number
  name: Generated<string>
  device: string | null
  alarm_types: string | null
  every_own: Generated<0 | 1>
  quiet_from: number | null
  quiet_to: number | null
  time_zone: Generated<string>
  rings_always: Generated<string>
  /** The kinds of season news to send, as JSON; null means the default of the channel's type. */
  season_kinds: string | null
  failing_since: number | null
  code_hash: string | null
  code_expires_at: number | null
  code_tries: Generated<number>
  receipts_since: number | null
  unshown_count: Generated<number>
  unshown_since: number | null
  never_shown_since: number | null
  /** When a device last showed a message, or its owner confirmed that one arrived. */
  heard_at: number | null
  /** For a service: its token, or the secret that signs a webhook. */
  token_sealed: string | null
  /** For a push channel: the session in which its device last reported it, which may be over. */
  session_id: string | null
}

/** What was or will be posted to a webhook: the same bytes at every try. */
export type WebhookMessageTable = { delivery_id: number; message_id: string; body: string }

/** A transmitter, own or watched, chosen by name for a channel. */
export type NotificationControllerTable = { notification_id: number; controller_id: number }

/**
 * Until when the user muted a type (null: until it is removed), and separately until
 * when their visit holds it back; the later one counts. Times in epoch ms.
 */
export type MuteTable = {
  account_id: number
  controller_id: number
  notification_type: AlarmType
  until: number | null
  held_until: number | null
}

/**
 * One message on its way to one channel. About an alarm, it was `told` quietly or it `rang`; `closed` removes it from the screens that showed it;
 * `reminded` lists what is to be done afterwards, each of `follow_ups` (JSON) a `ReminderOf`. Without an alarm it is a test, says that another
 * channel has `ended`, refuses alarms (`refused`) or shows nothing (`unshown`), brings the `code` that confirms a number, a `notice` to customers, or
 * news of a `season`. A hidden row was removed from the administrators' list but stays, so that nothing is sent twice. Times in epoch ms.
 */
export type DeliveryTable = {
  id: Generated<number>
  notification_id: number
  alarm_id: number | null
  stage:
    | 'told'
    | 'rang'
    | 'confirmed'
    | 'withdrawn'
    | 'closed'
    | 'reminded'
    | 'test'
    | 'ended'
    | 'refused'
    | 'unshown'
    | 'code'
    | 'notice'
    | 'season'
  state: 'due' | 'sent' | 'failed' | 'expired'
  attempts: Generated<number>
  due_at: number
  created_at: number
  sent_at: number | null
  last_error: string | null
  notice_id: number | null
  season_notice_id: number | null
  hidden_at: number | null
  shown_at: number | null
  follow_ups: Generated<string | null>
  /** Which other transmitters, as `,3,5,`, it says are silent, too. */
  named: Generated<string | null>
}
