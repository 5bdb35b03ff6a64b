import type { ScaleType } from '../scale.ts'
import type { ShownFault } from './field-fault.ts'
import type { Refusal } from './refusal-findings.ts'

/** The known facts about a transmitter; times in epoch seconds, everything except `now` as of `lastSeen`. */
export type DeviceFacts = {
  now: number
  lastSeen: number | null
  claimedAt: number | null
  updateIntervalHours: number
  /** Null if it never ends. */
  subscriptionEndsAt: number | null
  /** `lowMillivolts`: from which voltage down a battery of its kind is low, if its maker names one. */
  battery: { millivolts: number; daysLeft: number | null; lowMillivolts?: number | null } | null
  /** How many readings of the last days were refused for times in the future, and how far ahead the newest one was. */
  refusedTimes: { count: number; aheadSeconds: number } | null
  /** Impossible values that it sent in the last days, latest first. */
  faults?: readonly ShownFault[]
  /** Received power by hour, ascending, for the 14 days before it was last seen. */
  signal: readonly { time: number; dbm: number }[]
  /** The hours of these 14 days in which it was heard, ascending. */
  heard: readonly number[]
  /** Some stored data of it or its scales are damaged; then nothing is concluded from its curves. */
  damaged?: boolean
  /** Its last refused request, and the last one with a wrong key from its owner's current network address. */
  refused?: { own: Refusal | undefined; near: Refusal | undefined; lastSeenMs: number | null } | undefined
  /** Channels without a calibration, and when each last sent a raw weight. */
  uncalibrated?: readonly { channel: number; sentAt: number }[]
  /** Unknown names in what it sent last. */
  unknownNames?: readonly string[]
  /** For the last day: the number of requests that were told to wait, the main reason, and how much it may send in a day. */
  throttled?: { requests: number; reason: string; limit: number } | undefined
  scales: readonly {
    id: number
    name: string
    channel: number
    type: ScaleType
    state: 'active' | 'empty' | 'deactivated' | 'archived'
    lastReading: number | null
    /** When it last measured what it is there for; null if that is not known. */
    lastMeasured: number | null
    /** The number of hours in the last 7 days whose weights jumped about too much to judge any alarm by them. */
    unusableHours: number
  }[]
}
