import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { RecentMap } from '../../../platform/runtime/recent-map.ts'

/** What a device key has a budget of; `unknown_keys` is the budget of an address. */
export const throttleReasons = ['requests', 'bytes', 'readings', 'day', 'unknown_keys'] as const
export type ThrottleReason = (typeof throttleReasons)[number]
export type KeyReason = Exclude<ThrottleReason, 'unknown_keys'>

/** The initial burst, and the rate per second from then on. */
export type Allowance = { atOnce: number; aSecond: number }

/** How many readings a device key may send. */
export const readingsAllowed: Allowance = { atOnce: 100_000, aSecond: 5000 }

const KEYS = 50_000
const ADDRESSES = 20_000

const allowances = (readingsADay: number): Record<ThrottleReason, Allowance> => ({
  // a month's backlog may come as one request per minute of readings
  requests: { atOnce: 5000, aSecond: 200 },
  bytes: { atOnce: 64 * 1024 * 1024, aSecond: 512 * 1024 },
  readings: readingsAllowed,
  day: { atOnce: readingsADay, aSecond: readingsADay / DAY_SECONDS },
  unknown_keys: { atOnce: 300, aSecond: 5 },
})

/** The budgets of one valid key: when each will be full again, in ms. */
export type KeyBudget = { readonly controllerId: number } & { [Reason in KeyReason]: number }

/** How often a transmitter was told to wait, and for what, since the last `drain`. */
export type Throttled = { controllerId: number; reason: KeyReason; requests: number }

export type KeyBudgets = ReturnType<typeof createKeyBudgets>

/**
 * Limits what each device key may send, in bounded memory. A budget is one number, the time at which it will be full, so that taking
 * from it is a comparison. Throws 429 with the seconds after which the same would be accepted.
 */
export function createKeyBudgets(settings: { readingsADay: number }, ticks: () => number = () => performance.now()) {
  const allowed = allowances(settings.readingsADay)
  const keys = new RecentMap<string, KeyBudget>(KEYS)
  const hashes = new RecentMap<string, string>(KEYS)
  const addresses = new RecentMap<string, { fullAt: number }>(ADDRESSES)
  const counts: Record<ThrottleReason, number> = { requests: 0, bytes: 0, readings: 0, day: 0, unknown_keys: 0 }
  let throttled = new Map<string, Throttled>()

  function note({ controllerId }: KeyBudget, reason: KeyReason): void {
    counts[reason]++
    const name = `${controllerId} ${reason}`
    const known = throttled.get(name)
    if (known) known.requests++
    else if (throttled.size < KEYS) throttled.set(name, { controllerId, reason, requests: 1 })
  }

  function requireRoom(budget: KeyBudget, reason: KeyReason, wanted: number, now: number): void {
    const wait = waitFor(allowed[reason], budget[reason], wanted, now)
    if (wait <= 0) return
    note(budget, reason)
    throw tooFast('device_too_fast', wait)
  }

  /** Takes from both budgets, or from neither. */
  function take(budget: KeyBudget, one: KeyReason, ofOne: number, other: KeyReason, ofOther: number): void {
    const now = ticks()
    requireRoom(budget, one, ofOne, now)
    requireRoom(budget, other, ofOther, now)
    budget[one] = fullAfter(allowed[one], budget[one], ofOne, now)
    budget[other] = fullAfter(allowed[other], budget[other], ofOther, now)
  }

  return {
    /** How often anyone was told to wait since the start. */
    counts: counts as Readonly<Record<ThrottleReason, number>>,

    /** The hash of a key that was valid before: hashing it again would cost more than all the other checks. */
    hashOf: (deviceKey: string): string | undefined => hashes.get(deviceKey),
    keepHash: (deviceKey: string, hash: string): void => hashes.set(deviceKey, hash),

    /** The budget of a key known to be valid. */
    of: (keyHash: string): KeyBudget | undefined => keys.get(keyHash),

    learn(keyHash: string, controllerId: number): KeyBudget {
      const budget = keys.get(keyHash) ?? { controllerId, requests: 0, bytes: 0, readings: 0, day: 0 }
      keys.set(keyHash, budget)
      return budget
    },

    /** Forgets a key that is no longer valid. */
    forget: (keyHash: string): void => keys.delete(keyHash),

    takeRequest: (budget: KeyBudget, bytes: number): void => take(budget, 'requests', 1, 'bytes', bytes),
    /** Takes bytes beyond the announced length. */
    takeBytes: (budget: KeyBudget, bytes: number): void => take(budget, 'requests', 0, 'bytes', bytes),
    takeReadings: (budget: KeyBudget, readings: number): void => take(budget, 'readings', readings, 'day', readings),

    /** Gives back readings that were not stored, because they were already known or nothing was stored. */
    giveBackReadings(budget: KeyBudget, readings: number): void {
      budget.day -= (readings * 1000) / allowed.day.aSecond
    },

    /** Lets an address try a key that is unknown here; to be given back if it is valid. */
    takeUnknown(address: string): void {
      const now = ticks()
      const known = addresses.get(address) ?? { fullAt: 0 }
      const wait = waitFor(allowed.unknown_keys, known.fullAt, 1, now)
      if (wait > 0) {
        counts.unknown_keys++
        throw tooFast('too_many_requests', wait)
      }
      known.fullAt = fullAfter(allowed.unknown_keys, known.fullAt, 1, now)
      addresses.set(address, known)
    },
    giveBackUnknown(address: string): void {
      const known = addresses.get(address)
      if (known) known.fullAt -= 1000 / allowed.unknown_keys.aSecond
    },

    /** Returns who was told to wait since the last call. */
    drain(): Throttled[] {
      const drained = [...throttled.values()]
      throttled = new Map()
      return drained
    },
  }
}

const fullAfter = ({ aSecond }: Allowance, fullAt: number, wanted: number, now: number): number =>
  Math.max(fullAt, now) + (wanted * 1000) / aSecond

/** Milliseconds until there is room for this much; zero or less if there is room now. */
const waitFor = (allowance: Allowance, fullAt: number, wanted: number, now: number): number =>
  fullAfter(allowance, fullAt, wanted, now) - now - (allowance.atOnce * 1000) / allowance.aSecond

const tooFast = (code: 'device_too_fast' | 'too_many_requests', waitMs: number): AppError =>
  new AppError(429, code, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
