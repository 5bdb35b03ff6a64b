import type { Alarm } from '#domain/alerts/alarm.ts'
import type { Controller } from '#domain/hives/controller.ts'
import { type FeedRunway, isFeedDue } from '#domain/insight/feed-runway.ts'

/** What is known of a hive that may want something done. */
export type HiveFacts = {
  /** What waits for a word, newest first. */
  waiting: readonly Alarm[]
  /** Since when nothing was heard of the transmitter, ISO 8601; undefined while it sends, and before it ever did. */
  silentSince: string | undefined
  subscription: Pick<Controller, 'subscriptionState' | 'subscriptionEnd'>
  /** Volts, while an alarm about the battery goes on. */
  lowBattery: number | undefined
  runway: FeedRunway | undefined
}

export type NextStep =
  | { kind: 'alarm'; alarm: Alarm }
  | { kind: 'silent'; since: string }
  | { kind: 'expired' | 'expiring'; end: string }
  | { kind: 'battery'; volts: number }
  | { kind: 'feedSoon' | 'feed'; days: number; shortest: number; longest: number | null }

/** The one thing that is to be done next, or known at least; undefined where nothing is. */
export function nextStep({ waiting, silentSince, subscription, lowBattery, runway }: HiveFacts): NextStep | undefined {
  const { subscriptionState: state, subscriptionEnd: end } = subscription
  const feed = runway?.state === 'using' ? runway : undefined
  if (waiting[0]) return { kind: 'alarm', alarm: waiting[0] }
  if (state === 'expired' && end !== null) return { kind: 'expired', end }
  if (silentSince !== undefined) return { kind: 'silent', since: silentSince }
  if (feed && isFeedDue(feed)) return { kind: 'feedSoon', ...daysOf(feed) }
  if (lowBattery !== undefined) return { kind: 'battery', volts: lowBattery }
  if (state === 'expiring' && end !== null) return { kind: 'expiring', end }
  return feed && { kind: 'feed', ...daysOf(feed) }
}

const daysOf = ({ days, shortest, longest }: Extract<FeedRunway, { state: 'using' }>) => ({ days, shortest, longest })
