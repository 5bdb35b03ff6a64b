import type { Alarm } from '#domain/alerts/alarm.ts'
import type { Controller } from '#domain/hives/controller.ts'
import type { SeasonAdvice } from '#domain/insight/season-advice.ts'
import { needsSomebody } from '#domain/insight/season-urgency.ts'

/** What is known of a hive that may want something done. */
export type HiveFacts = {
  /** What waits for a word, newest first. */
  waiting: readonly Alarm[]
  /** Since when nothing was heard of the transmitter, ISO 8601; undefined while it sends, and before it ever did. */
  silentSince: string | undefined
  subscription: Pick<Controller, 'subscriptionState' | 'subscriptionEnd'>
  /** Volts, while an alarm about the battery goes on. */
  lowBattery: number | undefined
  /** What its season says; undefined before it is known. */
  advice: SeasonAdvice | undefined
}

export type NextStep =
  | { kind: 'alarm'; alarm: Alarm }
  | { kind: 'silent'; since: string }
  | { kind: 'expired' | 'expiring'; end: string }
  | { kind: 'battery'; volts: number }
  | { kind: 'season'; advice: SeasonAdvice }

/** The one thing that is to be done next, or known at least; undefined where nothing is. */
export function nextStep({ waiting, silentSince, subscription, lowBattery, advice }: HiveFacts): NextStep | undefined {
  const { subscriptionState: state, subscriptionEnd: end } = subscription
  if (waiting[0]) return { kind: 'alarm', alarm: waiting[0] }
  if (state === 'expired' && end !== null) return { kind: 'expired', end }
  if (silentSince !== undefined) return { kind: 'silent', since: silentSince }
  if (advice && needsSomebody(advice)) return { kind: 'season', advice }
  if (lowBattery !== undefined) return { kind: 'battery', volts: lowBattery }
  if (state === 'expiring' && end !== null) return { kind: 'expiring', end }
  return advice && { kind: 'season', advice }
}
