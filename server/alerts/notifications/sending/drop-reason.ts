import { isHint, isReminder } from '#domain/alerts/alarm-types.ts'
import { isOutOfUse } from '#domain/alerts/out-of-use.ts'
import { quietUntil } from '#domain/alerts/quiet-hours.ts'
import type { DeliveryToSend } from '../sending-queries.ts'
import { chosenTypes, typesRinging } from '../stored-choices.ts'
import { type AlarmDelivery, isAboutAlarm, isNamed, rings } from '../words/alarm-words.ts'
import { remindersIn } from '../words/reminder-words.ts'
import { hasNews } from '../words/season-notice-words.ts'

/** The drop reason for messages of a canceled job. */
export const CANCELLED = 'cancelled'

/** Channels that are told quiet things too; mail makes no sound, so hints go there as well. */
const hearsAll = ({ channel, type }: DeliveryToSend) =>
  channel === 'push' || channel === 'webhook' || (channel === 'email' && isHint(type))

/** Longer than quiet hours can hold a delivery and than it is retried. */
const TOO_LATE_MS = 25 * 3600_000

/** Why a planned delivery is no longer wanted, as things stand now; undefined if it still is. */
export function dropReason(delivery: DeliveryToSend, nowMs: number): string | undefined {
  const { stage, channel_status: status } = delivery
  if (status === 'ended') return 'channel ended'
  if (delivery.account_active === 0) return 'account switched off'
  if (nowMs - delivery.created_at > TOO_LATE_MS) return 'came too late'
  if (stage === 'code') return status === 'pending' ? undefined : 'already confirmed'
  if (status === 'pending') return 'not confirmed'
  if (delivery.notice_job_status === 'cancelled') return CANCELLED
  if (stage === 'season') return hasNews(delivery) ? undefined : 'no longer chosen'
  return isAboutAlarm(delivery) ? (unwanted(delivery, nowMs) ?? outdated(delivery)) : undefined
}

/** Why its recipient no longer wants to hear of the alarm. */
function unwanted(delivery: AlarmDelivery, nowMs: number): string | undefined {
  const { stage } = delivery
  if (delivery.owner_id !== delivery.account_id && delivery.watcher_id === null) return 'no longer theirs'
  // an alarm that is over is removed from the screens even if muted since
  if (!(stage === 'closed' && hearsAll(delivery)) && isMuted(delivery, nowMs)) return 'muted'
  // the rule was removed or switched off: its owner wants no more of it
  if (stage !== 'closed' && delivery.type === 'rule' && delivery.rule_is_on !== 1) return 'the rule is off'
  return isChosen(delivery) ? undefined : 'no longer chosen'
}

/** Why what it says about the alarm no longer holds, or is no news there. */
function outdated(delivery: AlarmDelivery): string | undefined {
  const { stage } = delivery
  if (announces(delivery) && isDenied(delivery)) return 'judged as no alarm'
  if (stage === 'told' || stage === 'rang') return ringDropped(delivery)
  if (stage === 'reminded') return reminderDropped(delivery)
  if (stage === 'closed' && delivery.status !== 'closed') return 'the alarm is active again'
  // it comes late and would replace an alarm that is ringing now
  if (stage === 'closed' && delivery.channel === 'push' && delivery.is_replaced) return 'a later alarm is shown there'
  return delivery.was_told ? undefined : 'was never told'
}

const announces = ({ stage }: DeliveryToSend) => stage === 'told' || stage === 'rang' || stage === 'confirmed'

/** Somebody who knows said that it was their own hands, or nothing. */
const isDenied = ({ verdict }: DeliveryToSend) => verdict === 'hands' || verdict === 'false'

function ringDropped(delivery: AlarmDelivery): string | undefined {
  const { status, type } = delivery
  if (status === 'withdrawn') return 'withdrawn before it was sent'
  // sends again, charged, renewed, or out of use: there is nothing left to look at
  if (status === 'closed' && (isReminder(type) || isOutOfUse(delivery))) return 'over before it was sent'
  if (hearsAll(delivery)) return undefined
  if (!rings(delivery)) return 'no longer sure enough'
  return isNamed(delivery) ? 'told with another one' : undefined
}

/** Reasons: it was no swarm after all, everything was done before it was sent, or the hive belongs to someone else now. */
function reminderDropped({ verdict, follow_ups, owner_id, account_id }: DeliveryToSend): string | undefined {
  if (owner_id !== account_id) return 'no longer theirs'
  if (verdict !== 'confirmed') return 'no longer a swarm'
  return remindersIn(follow_ups).length > 0 ? undefined : 'done before it was sent'
}

const isMuted = ({ muted_by: by, muted_until: until }: DeliveryToSend, nowMs: number): boolean =>
  by !== null && (until === null || until > nowMs)

function isChosen(delivery: DeliveryToSend): boolean {
  const { alarm_types: types, type } = delivery
  // an alarm that is over is removed from the screens even if its rule is gone
  if (type === 'rule' && (delivery.stage === 'closed' || delivery.rule_chosen_id !== null)) return true
  if (type !== null && chosenTypes(types)?.includes(type) === false) return false
  if (type === 'rule') return delivery.rule_every_channel === 1
  return delivery.chosen_id !== null || (delivery.every_own === 1 && delivery.owner_id === delivery.account_id)
}

/** Returns when the channel's quiet hours end, in epoch ms, if they apply to this delivery now. */
export function quietEnd(delivery: DeliveryToSend, nowMs: number): number | undefined {
  const { quiet_from: from, quiet_to: to, time_zone: timeZone, stage, type } = delivery
  if (from === null || to === null || stage === 'test' || stage === 'code') return undefined
  const isAlarm = stage !== 'reminded'
  if (isAlarm && type !== null && typesRinging(delivery.rings_always).includes(type)) return undefined
  return quietUntil({ from, to, timeZone }, nowMs)
}
