import * as v from 'valibot'
import { Controller, type SubscriptionState } from '../hives/controller.ts'
import { DAY_MS } from '../platform/durations.ts'
import { Moment } from '../platform/moment.ts'

/** A subscription is expiring from this many days before its end. */
export const EXPIRING_DAYS = 30
/** How many days before the end of a subscription its owner is notified; 0: when it has ended. */
const REMINDER_DAYS = [30, 7, 1, 0] as const
export type ReminderDays = (typeof REMINDER_DAYS)[number]

/** The length of a subscription: calendar years plus days. */
export type SubscriptionTerm = { years: number; days: number }

/** The most that one order key can give; also the limit for what the shop sells. */
export const TERM_MAXIMUM = { years: 10, days: 3660 } satisfies SubscriptionTerm

/** Whether a subscription would end (epoch ms) later than a date with a four-digit year can express. */
export const endsTooLate = (endsAt: number): boolean => !(endsAt < Date.UTC(10_000, 0, 1))

/**
 * The state at `now` of a subscription that ends at `endsAt` (epoch ms). Without an end nothing ends: `off`, as if subscriptions were
 * switched off altogether.
 */
export function subscriptionState(endsAt: number | null, now: number, enabled: boolean): SubscriptionState {
  if (!enabled || endsAt === null) return 'off'
  if (endsAt <= now) return 'expired'
  return endsAt - now <= EXPIRING_DAYS * DAY_MS ? 'expiring' : 'active'
}

/** When the trial of a transmitter claimed at `claimedAt` ends; both epoch ms. */
export const trialEnd = (claimedAt: number, trialDays: number): number => claimedAt + trialDays * DAY_MS

/**
 * Returns when a subscription that ends or ended at `endsAt` ends after a renewal at `now`; all epoch ms. It is extended from its end if it
 * is still running, otherwise from `now`. A year leads to the same date and time of day in UTC, from 29 February to the 28th if there is no
 * 29th; a day is 24 hours.
 */
export function renewedEnd(endsAt: number, now: number, { years, days }: SubscriptionTerm): number {
  const from = new Date(Math.max(endsAt, now))
  const to = new Date(from)
  to.setUTCFullYear(from.getUTCFullYear() + years)
  if (to.getUTCMonth() !== from.getUTCMonth()) to.setUTCDate(0)
  return to.getTime() + days * DAY_MS
}

/** Returns the latest reminder that is due at `now` for a subscription that ends at `endsAt`; both epoch ms. */
export const reminderDue = (endsAt: number, now: number): ReminderDays | undefined =>
  REMINDER_DAYS.findLast((days) => now >= endsAt - days * DAY_MS)

/**
 * `endBefore`: when the subscription ended before this renewal. If the same account has already renewed it from there with this key, this is a repetition
 * after a lost answer: it gets the first answer again, and extends nothing. Without it, each request is a renewal.
 * `askIfRenewed`: do not extend what the same account extended with the same key within a day, but say so in a 409 `order_key_just_used`.
 */
export const RenewBody = v.object({
  orderKey: v.pipe(v.string(), v.nonEmpty(), v.maxLength(80)),
  endBefore: v.optional(Moment),
  askIfRenewed: v.optional(v.boolean()),
})

/** One renewal: when, for how long, the extra days by the quantity discount, and the resulting change. Times ISO 8601. */
export const Redemption = v.object({
  id: v.number(),
  redeemedAt: v.string(),
  years: v.number(),
  days: v.number(),
  extraDays: v.number(),
  endBefore: v.string(),
  end: v.string(),
})
export type Redemption = v.InferOutput<typeof Redemption>

/** The reply to a renewal: the transmitter's new state, and what the order key gave. */
export const RenewReply = v.object({ message: v.string(), ...Controller.entries, redemption: Redemption })
