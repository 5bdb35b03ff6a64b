import type { SubscriptionState } from './controller.ts'

const DAY_MS = 24 * 3600 * 1000
/** From this many days before its end on, a subscription is expiring. */
export const EXPIRING_DAYS = 30

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
