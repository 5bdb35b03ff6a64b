import type { AlarmReason, AlarmStatus, AlarmType } from '#domain/alerts/alarm.ts'
import { isHint, isReminder, RINGING_CONFIDENCE_PERCENT } from '#domain/alerts/alarm-types.ts'
import { isOutOfUse } from '#domain/alerts/out-of-use.ts'
import { reasonsOf as parseReasons } from '#domain/alerts/reasons-of.ts'
import { ruleNameOf } from '#domain/alerts/to-alarm.ts'
import { offsetOf } from '#domain/hives/local-midnight.ts'
import { clockOfRegion } from '#domain/hives/regions/clock-of-region.ts'
import { kgFromGrams } from '#domain/hives/units.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { intlOf, type Reader, translate } from '../../../platform/runtime/translate.ts'
import type { DeliveryToSend } from '../sending-queries.ts'
import { typesRinging } from '../stored-choices.ts'
import { remindersOf } from './reminder-words.ts'

const REASONS_TOLD = 3
/** The title says how many there are; with more names, what may have failed would be cut off. */
const NAMES_TOLD = 10

/** A delivery that is about an alarm. */
export type AlarmDelivery = DeliveryToSend & {
  alarm_id: number
  type: AlarmType
  status: AlarmStatus
  started_at: number
  detected_at: number
  confidence_percent: number
  why: string
  controller_id: number
  controller_name: string
  rule_id: string
  /** The names of others that fell silent with the transmitter. */
  together?: readonly string[]
}

export const isAboutAlarm = (delivery: DeliveryToSend): delivery is AlarmDelivery => delivery.alarm_id !== null

/** Whether an alarm is sure enough to be loud; a hint is loud only where the user chose that. */
export const rings = ({
  confidence_percent,
  type,
  rings_always,
}: Pick<DeliveryToSend, 'confidence_percent' | 'type' | 'rings_always'>): boolean => {
  if (isHint(type)) return typesRinging(rings_always).includes(type)
  return confidence_percent !== null && confidence_percent >= RINGING_CONFIDENCE_PERCENT
}

/** Whether the message about another silent transmitter has said that this one is, too. */
export const isNamed = ({ stage, is_named }: Pick<DeliveryToSend, 'stage' | 'is_named'>): boolean =>
  stage === 'rang' && Boolean(is_named)

/** One line saying what, where, and how sure; a question while the alarm is provisional or not sure enough to ring. */
export function titleOf(delivery: AlarmDelivery): string {
  const { type, status, why, together = [] } = delivery
  const place = delivery.scale_name ?? delivery.controller_name
  if (type === 'rule' && status !== 'withdrawn') {
    const text = delivery.stage === 'closed' ? 'notification.push.rule_over' : 'notification.push.rule'
    return translate(delivery, text, { place, name: ruleNameOf(why) })
  }
  if (delivery.stage === 'reminded') return translate(delivery, 'course.reminder.title', { place })
  if (delivery.stage === 'closed') return translate(delivery, `notification.push.${overOf(delivery)}`, { place })
  if (status === 'withdrawn') {
    const over = why.includes('"keepsFalling"') ? 'no_swarm' : 'withdrawn'
    return translate(delivery, `notification.push.${over}`, { place })
  }
  if (together.length > 0)
    return translate(delivery, 'notification.push.silence_together', { place, count: together.length })
  return translate(delivery, `notification.push.${kindOf(delivery)}`, { place })
}

function kindOf(delivery: AlarmDelivery) {
  const { type, status, weight_change_grams, why } = delivery
  if (type === 'activity') return (weight_change_grams ?? 0) > 0 ? 'activity_gain' : 'activity_loss'
  if (type === 'winter' && why.includes('"usesNothing"')) return 'winter_dead'
  if (type === 'swarm' && status === 'confirmed' && rings(delivery)) return 'swarm_confirmed'
  if (type === 'silence') return silenceOf(why)
  if (type === 'subscription' && why.includes('"subscriptionEnded"')) return 'subscription_ended'
  return type
}

function silenceOf(why: string) {
  const code = parseReasons(why)[0]?.code
  if (code === 'scaleNoData') return 'silence_scale'
  if (code === 'scalesNoData') return 'silence_scales'
  return code?.startsWith('clock') ? 'silence_clock' : 'silence'
}

function overOf({ type, why }: AlarmDelivery) {
  if (isOutOfUse({ why })) return 'out_of_use'
  // its transmitter sent all the time
  if (type === 'silence') return silenceOf(why) === 'silence_scales' ? 'withdrawn' : 'silence_over'
  return type === 'disturbance' ? 'disturbance_over' : 'withdrawn'
}

/** Short facts about an alarm: where, how much, when, how sure. */
export function factsOf(delivery: AlarmDelivery): string[] {
  const { scale_name, confidence_percent, controller_name, stage, type } = delivery
  if (stage === 'reminded') return [controller_name]
  if (stage === 'closed') {
    const over = translate(delivery, 'notification.push.over', { time: timeText(delivery) })
    return scale_name === null ? [over] : [controller_name, over]
  }
  const sure = { confidence: confidence_percent / 100 }
  return [
    ...outerFactsOf(delivery),
    // a rule or a silence is as certain as its readings, so no confidence is shown
    ...(scale_name === null || isReminder(type) || type === 'rule'
      ? []
      : [translate(delivery, 'notification.push.confidence', sure)]),
  ]
}

/** Where, how much and when. */
export function outerFactsOf(delivery: AlarmDelivery): string[] {
  const { scale_name, controller_name, weight_change_grams } = delivery
  return [
    ...(scale_name === null ? [] : [controller_name]),
    ...(weight_change_grams ? [weightText(delivery, weight_change_grams)] : []),
    timeText(delivery),
  ]
}

/** Why it rang, one sentence each, unless it is over; for a reminder, what is to be done. */
export function reasonsOf(delivery: AlarmDelivery): string[] {
  if (delivery.stage === 'closed') return []
  if (delivery.stage === 'reminded') return remindersOf(delivery)
  const { why, together = [] } = delivery
  const names = together.slice(0, NAMES_TOLD).join(', ') + (together.length > NAMES_TOLD ? ' …' : '')
  return [
    ...parseReasons(why)
      .slice(0, REASONS_TOLD)
      .flatMap((reason) => reasonText(delivery, reason)),
    ...(names ? [translate(delivery, 'notification.push.together', { names })] : []),
  ]
}

/** Uses a non-breaking space before the unit. */
function weightText(reader: Reader, grams: number): string {
  const options = { style: 'unit', unit: 'kilogram', maximumFractionDigits: 1, signDisplay: 'exceptZero' } as const
  return intlOf(reader).formatNumber(kgFromGrams(grams), options).replaceAll(' ', '\u00a0')
}

/** From then on a weekday would be taken for that of another week. */
const DATED_AFTER_SECONDS = 6 * DAY_SECONDS

/** When it began, as on all screens: weekday and time at the hive's location, or without a region where the reader is. */
function timeText(delivery: AlarmDelivery): string {
  const { started_at, created_at, utc_offset, time_zone } = delivery
  const timeZone = utc_offset === null ? time_zone : clockOfRegion(utc_offset, time_zone, started_at)
  const isLongAgo = created_at / 1000 - started_at > DATED_AFTER_SECONDS
  return intlOf(delivery).formatDate(started_at * 1000, {
    ...(isLongAgo ? { day: 'numeric', month: 'numeric' } : { weekday: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  })
}

/** A code that this version's catalog does not know is left out rather than holding up the alarm. */
function reasonText(delivery: AlarmDelivery, { code, values }: AlarmReason): string[] {
  const { time_zone } = delivery
  const id = `alarm.why.${code}`
  if (!Object.hasOwn(intlOf(delivery).messages, id)) return []
  const end = values?.end
  if (typeof end !== 'number') return [translate(delivery, id, values)]
  // texts format dates in UTC, but a subscription ends on a day of the reader's calendar
  return [translate(delivery, id, { ...values, end: end + offsetOf({ timeZone: time_zone })(end / 1000) * 1000 })]
}
