import * as v from 'valibot'
import { Controller, type SubscriptionState } from '../hives/controller.ts'
import { DAY_MS } from '../platform/durations.ts'

/** From this many days before its end on, a subscription is expiring. */
export const EXPIRING_DAYS = 30
/** How many days before the end of a subscription its owner is told; 0: when it has ended. */
export const REMINDER_DAYS = [30, 7, 1, 0] as const
export type ReminderDays = (typeof REMINDER_DAYS)[number]

/** For how long somebody subscribes: calendar years, and days on top. */
export type SubscriptionTerm = { years: number; days: number }

/** What one order key gives at most, as what the shop sells. */
export const TERM_MAXIMUM = { years: 10, days: 3660 } satisfies SubscriptionTerm

/** Whether a subscription would end (epoch ms) later than a date of four digits can say. */
export const endsTooLate = (endsAt: number): boolean => !(endsAt < Date.UTC(10_000, 0, 1))

/**
 * The state of a subscription that ends at `endsAt` (epoch ms), seen at `now`. Without an end nothing ends: `off`, as when
 * subscriptions are switched off altogether.
 */
export function subscriptionState(endsAt: number | null, now: number, enabled: boolean): SubscriptionState {
  if (!enabled || endsAt === null) return 'off'
  if (endsAt <= now) return 'expired'
  return endsAt - now <= EXPIRING_DAYS * DAY_MS ? 'expiring' : 'active'
}

/** When the trial of a transmitter claimed at `claimedAt` ends; both epoch ms. */
export const trialEnd = (claimedAt: number, trialDays: number): number => claimedAt + trialDays * DAY_MS

/**
 * When a subscription that ends or ended at `endsAt` ends after a renewal at `now`; all epoch ms. It goes on from its end
 * while it runs, else from `now`. A year leads to the same date and time of day in UTC, from 29 February to the 28th
 * where there is none; a day is 24 hours.
 */
export function renewedEnd(endsAt: number, now: number, { years, days }: SubscriptionTerm): number {
  const from = new Date(Math.max(endsAt, now))
  const to = new Date(from)
  to.setUTCFullYear(from.getUTCFullYear() + years)
  if (to.getUTCMonth() !== from.getUTCMonth()) to.setUTCDate(0)
  return to.getTime() + days * DAY_MS
}

/** The latest reminder whose time has come at `now` for a subscription that ends at `endsAt`; both epoch ms. */
export const reminderDue = (endsAt: number, now: number): ReminderDays | undefined =>
  REMINDER_DAYS.findLast((days) => now >= endsAt - days * DAY_MS)

export const RenewBody = v.object({ orderKey: v.pipe(v.string(), v.nonEmpty(), v.maxLength(80)) })

/** One renewal: when, for how long, what the quantity discount added, and what that changed. Times ISO 8601. */
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

/** The reply to a renewal: the transmitter as it now is, and what the order key gave. */
export const RenewReply = v.object({ message: v.string(), ...Controller.entries, redemption: Redemption })
