import type { DeliveryToSend } from '../../server/notifications/sending-queries.ts'

/** When the delivery below is built, in epoch ms. */
export const deliveryTime = Date.parse('2026-05-10T10:00:00Z')

/** A swarm on its way, as the delivery loop reads it. */
export const swarmDelivery: DeliveryToSend = {
  id: 1,
  stage: 'rang',
  attempts: 0,
  created_at: deliveryTime,
  notification_id: 1,
  account_id: 1,
  channel: 'sms',
  address: '+41791234567',
  channel_status: 'active',
  language: 'de',
  account_active: 1,
  alarm_id: 77,
  type: 'swarm',
  status: 'provisional',
  started_at: deliveryTime / 1000 - 900,
  detected_at: deliveryTime / 1000 - 300,
  weight_change_grams: -1870,
  confidence_percent: 85,
  why: '[]',
  controller_id: 4,
  scale_id: 9,
  controller_name: 'Waldrand',
  owner_id: 1,
  watcher_id: null,
  scale_name: 'Volk 3',
  utc_offset: null,
  was_told: 0,
  muted_by: null,
  muted_until: null,
  alarm_types: null,
  every_own: 1,
  quiet_from: null,
  quiet_to: null,
  time_zone: 'Europe/Zurich',
  rings_always: '[]',
  chosen_id: null,
}
