import type { Generated } from 'kysely'
import type { AlarmType } from '#domain/alarm.ts'
import type { ChannelStatus, ChannelType } from '#domain/notification.ts'

export type NotificationTable = {
  id: Generated<number>
  account_id: number
  type: ChannelType
  address: string
  address_hash: string
  status: ChannelStatus
  last_delivered_at: number | null
  last_error: string | null
  ended_at: number | null
  created_at: number
}

/** `until` in epoch ms; null mutes until it is taken back. */
export type MuteTable = {
  account_id: number
  controller_id: number
  notification_type: AlarmType
  until: number | null
}

/**
 * One message on its way to one channel. An alarm is `told` quietly or it `rang`. Without an alarm it is a test, or says
 * that another channel has `ended`. Times in epoch ms.
 */
export type DeliveryTable = {
  id: Generated<number>
  notification_id: number
  alarm_id: number | null
  stage: 'told' | 'rang' | 'confirmed' | 'withdrawn' | 'test' | 'ended'
  state: 'due' | 'sent' | 'failed' | 'expired'
  attempts: Generated<number>
  due_at: number
  created_at: number
  sent_at: number | null
  last_error: string | null
}
