import type { AlarmType } from '#domain/alerts/alarm.ts'
import { isHint } from '#domain/alerts/alarm-types.ts'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { DeliveryToSend } from '../sending-queries.ts'
import { rings } from '../words/alarm-words.ts'

/** For how many hours an alarm is worth a ring on a phone that was off when it rang. */
const lifetimes: Record<AlarmType, number> = {
  // it is followed, told to the police, or stood up again, a day later too
  disturbance: 48,
  // it hangs near for hours up to a day, and the hive that it left needs a look after that
  swarm: 24,
  // what fell silent, or runs low, at night is looked after in the morning
  silence: 12,
  battery: 12,
  // the next reminder comes anyway
  subscription: 12,
  // what somebody wants to know of the day, the day still shows
  rule: 12,
  // it goes on for weeks
  stores: 48,
  winter: 48,
  queen: 48,
  // robbing goes on for hours, and by the next day another alarm rings or none
  activity: 6,
}
/** What is not sure enough to ring is confirmed or gone by then. */
const UNSURE_HOURS = 4
/** What is written to customers, and that a channel has ended. */
const MESSAGE_HOURS = 24
/** Somebody waits for it: an hour later it would be a false alarm. */
const TEST_SECONDS = 600

type Delivery = Pick<DeliveryToSend, 'stage' | 'type' | 'confidence_percent' | 'rings_always'>

/** How long a push service keeps a push for a device that is off, in seconds. */
export function pushLifetime(delivery: Delivery): number {
  if (delivery.stage === 'test') return TEST_SECONDS
  if (delivery.type === null) return MESSAGE_HOURS * HOUR_SECONDS
  // what follows lives as long as what it replaces
  const isUnsure = delivery.stage === 'told' && !isHint(delivery.type) && !rings(delivery)
  return (isUnsure ? UNSURE_HOURS : lifetimes[delivery.type]) * HOUR_SECONDS
}
