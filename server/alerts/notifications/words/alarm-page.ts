import type { DeliveryToSend } from '../sending-queries.ts'

/** Returns the page an alarm links to: its hive with the alarm in view, or today if it is about the transmitter. */
export const alarmPage = ({
  alarm_id,
  scale_id,
  controller_id,
}: Pick<DeliveryToSend, 'alarm_id' | 'scale_id' | 'controller_id'>): string =>
  scale_id === null ? `/dashboard?alarm=${alarm_id}` : `/scaleoverview/${controller_id}/${scale_id}?alarm=${alarm_id}`
