import type { Alarm } from '#domain/alerts/alarm.ts'
import type { Controller } from '#domain/hives/controller.ts'
import type { SeasonAdvice } from '#domain/insight/season-advice.ts'
import { needsSomebody } from '#domain/insight/season-urgency.ts'

/** The facts about a hive that decide its next step. */
export type HiveFacts = {
  /** Alarms waiting for a verdict, newest first. */
  waiting: readonly Alarm[]
  /** Since when the transmitter has been silent, ISO 8601; undefined while it sends, or if it never has. */
  silentSince: string | undefined
  subscription: Pick<Controller, 'subscriptionState' | 'subscriptionEnd'>
  /** Battery voltage in volts while a battery alarm is open. */
  lowBattery: number | undefined
  /** The season's advice; undefined until it is known. */
  advice: SeasonAdvice | undefined
}

export type NextStep =
  | { kind: 'alarm'; alarm: Alarm }
  | { kind: 'silent'; since: string }
  | { kind: 'expired' | 'expiring'; end: string }
  | { kind: 'battery'; volts: number }
  | { kind: 'season'; advice: SeasonAdvice }

/** Returns the one thing to do next, or at least to know; undefined if there is none. */
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
