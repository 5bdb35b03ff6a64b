import type { AlarmType } from '#domain/alerts/alarm.ts'
import { isHint } from '#domain/alerts/alarm-types.ts'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { DeliveryToSend } from '../sending-queries.ts'
import { rings } from '../words/alarm-words.ts'

/** For how many hours an alarm is still worth ringing on a phone that was off. */
const lifetimes: Record<AlarmType, number> = {
  // a day later it can still be followed up, reported to the police or stood up again
  disturbance: 48,
  // it hangs nearby for hours up to a day, and the hive it left needs a look afterwards
  swarm: 24,
  // a transmitter that goes silent or runs low at night is looked after in the morning
  silence: 12,
  battery: 12,
  // there will be another reminder anyway
  subscription: 12,
  // news about a day, which the day still shows
  rule: 12,
  // it goes on for weeks
  stores: 48,
  winter: 48,
  queen: 48,
  // robbing goes on for hours, and by the next day another alarm rings or none does
  activity: 6,
}
/** An alarm not sure enough to ring is confirmed or gone by then. */
const UNSURE_HOURS = 4
/** For messages to customers, and the message that a channel has ended. */
const MESSAGE_HOURS = 24
/** Somebody is waiting for a test: an hour later it would be a false alarm. */
const TEST_SECONDS = 600

type Delivery = Pick<DeliveryToSend, 'stage' | 'type' | 'confidence_percent' | 'rings_always'>

/** How long a push service keeps a push for a device that is off, in seconds. */
export function pushLifetime(delivery: Delivery): number {
  if (delivery.stage === 'test') return TEST_SECONDS
  if (delivery.type === null) return MESSAGE_HOURS * HOUR_SECONDS
  // follow-up messages live as long as what they replace
  const isUnsure = delivery.stage === 'told' && !isHint(delivery.type) && !rings(delivery)
  return (isUnsure ? UNSURE_HOURS : lifetimes[delivery.type]) * HOUR_SECONDS
}
