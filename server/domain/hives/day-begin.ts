import { DAY_SECONDS } from '../platform/durations.ts'
import { createLocalClock } from './local-clock.ts'
import type { Zone } from './local-midnight.ts'

/** Epoch seconds of the start of a calendar day in a zone. */
export const dayBegin = (zone: Zone, date: string): number => createLocalClock(zone)(Date.parse(date) / 1000)

/** Epoch seconds of the end of a calendar day in a zone (exclusive). */
export const dayEnd = (zone: Zone, date: string): number =>
  createLocalClock(zone)(Date.parse(date) / 1000 + DAY_SECONDS)
