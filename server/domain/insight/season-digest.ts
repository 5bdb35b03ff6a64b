import * as v from 'valibot'
import { TimeZone } from '../alerts/quiet-hours.ts'
import { createLocalClock, type LocalClock, rememberOffsets } from '../hives/local-clock.ts'
import { offsetOf } from '../hives/local-midnight.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '../platform/durations.ts'

export const digestWays = ['email', 'push'] as const
export type DigestWay = (typeof digestWays)[number]

/**
 * How and when somebody wants the weekly digest: `way` null means not at all; `weekday` 1 is Monday; `hour` of the day in `timeZone`.
 * `notAsked`: they do not want to be asked about it again.
 */
export const SeasonDigest = v.object({
  way: v.nullable(v.picklist(digestWays)),
  weekday: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7)),
  hour: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(23)),
  timeZone: TimeZone,
  notAsked: v.boolean(),
})
export type SeasonDigest = v.InferOutput<typeof SeasonDigest>

export const SeasonDigestEdit = v.partial(SeasonDigest)
export type SeasonDigestEdit = v.InferOutput<typeof SeasonDigestEdit>

/** The reply to a change: the complete new state. */
export const SeasonDigestReply = v.object({ message: v.string(), ...SeasonDigest.entries })
export const MONDAY_MORNING = { weekday: 1, hour: 7, timeZone: 'Europe/Zurich' } as const

/** How late a digest may still be sent, for example after the server was down; later than that it waits for the next week. */
const LATE_HOURS = 36
/** A late digest is only sent during the day; one on time is sent even at night if somebody chose that. */
const DAY = { from: 7, to: 21 }
const ON_TIME_HOURS = 2

type Schedule = Pick<SeasonDigest, 'weekday' | 'hour' | 'timeZone'>

/** Returns a function that finds when a digest was last due at a moment, both in epoch ms, by the local clock; undefined if it should not be sent now. */
export function createDigestClock(): (schedule: Schedule, nowMs: number) => number | undefined {
  const zones = new Map<string, { offsetAt: (seconds: number) => number; clock: LocalClock }>()
  const zoneOf = (timeZone: string) => {
    const known = zones.get(timeZone) ?? {
      offsetAt: rememberOffsets(offsetOf({ timeZone })),
      clock: createLocalClock({ timeZone }),
    }
    zones.set(timeZone, known)
    return known
  }
  return ({ weekday, hour, timeZone }, nowMs) => {
    const { offsetAt, clock } = zoneOf(timeZone)
    const now = Math.floor(nowMs / 1000)
    const local = now + offsetAt(now)
    const today = Math.floor(local / DAY_SECONDS)
    const daysAgo = (isoWeekday(today) - weekday + 7) % 7
    const planned = (day: number) => clock(day * DAY_SECONDS + hour * HOUR_SECONDS)
    const thisWeek = planned(today - daysAgo)
    const due = thisWeek <= now ? thisWeek : planned(today - daysAgo - 7)
    const late = (now - due) / HOUR_SECONDS
    const hourNow = Math.floor((local - today * DAY_SECONDS) / HOUR_SECONDS)
    const isByDay = hourNow >= DAY.from && hourNow < DAY.to
    return late < ON_TIME_HOURS || (late < LATE_HOURS && isByDay) ? due * 1000 : undefined
  }
}

/** Monday is 1; `day` counts from 1 January 1970, a Thursday. */
const isoWeekday = (day: number) => ((((day + 3) % 7) + 7) % 7) + 1
