import { tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { FIRST_PROVIDER_UNTIL, weatherSources } from '#domain/insight/weather.ts'
import type { WeatherMonth } from '#domain/insight/weather-month.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'

/** UTC days in epoch seconds, `to` exclusive. */
export type DaySpan = { from: number; to: number }

/** After how many days a day is in the archive. */
const ARCHIVE_LAG_DAYS = 5
/** Gaps this close together are requested together. */
const JOINED_DAYS = 10
const LONGEST_DAYS = 366
const ERA_CHANGE = Date.UTC(FIRST_PROVIDER_UNTIL + 1, 0) / 1000

/** When a place's weather begins: 1 January of last year, or the activation if that was earlier; never before `earliest`. */
export function weatherBegin(nowMs: number, activatedMs: number | undefined, earliest: number): number {
  const lastYear = Date.UTC(new Date(nowMs).getUTCFullYear() - 1, 0) / 1000
  const activated = activatedMs === undefined ? lastYear : dayOf(activatedMs / 1000)
  return Math.max(earliest, Math.min(lastYear, activated))
}

/** The end of what the archive can have, in epoch seconds. */
export const archiveEnd = (nowMs: number): number => dayOf(nowMs / 1000) - (ARCHIVE_LAG_DAYS - 1) * DAY_SECONDS

/** The start of the UTC day containing a time, in epoch seconds. */
export const dayOf = (seconds: number): number => Math.floor(seconds / DAY_SECONDS) * DAY_SECONDS

/** Returns the starts of the days in a span with an hour whose source is below `least`; for missing months, of all their days. */
export function daysBelow(
  months: ReadonlyMap<number, WeatherMonth>,
  { from, to }: DaySpan,
  least: Exclude<keyof typeof weatherSources, 'none'>,
  isWhole: (monthFrom: number) => boolean = () => false,
): number[] {
  const days: number[] = []
  for (let day = dayOf(from); day < to; day += DAY_SECONDS) {
    const { from: begin } = tileSpan('hour', day)
    if (isWhole(begin)) continue
    const source = months.get(begin)?.source
    const first = (day - begin) / HOUR_SECONDS
    if (!source || source.subarray(first, first + 24).some((one) => one < weatherSources[least])) days.push(day)
  }
  return days
}

/** Joins days (ascending) into spans to request: nearby days together, at most a year, and never across the change of providers. */
export function joinDays(days: readonly number[]): DaySpan[] {
  const spans: DaySpan[] = []
  for (const day of days) {
    const last = spans.at(-1)
    const joined =
      last &&
      day - last.to <= JOINED_DAYS * DAY_SECONDS &&
      day + DAY_SECONDS - last.from <= LONGEST_DAYS * DAY_SECONDS &&
      last.from < ERA_CHANGE === day < ERA_CHANGE
    if (joined) last.to = day + DAY_SECONDS
    else spans.push({ from: day, to: day + DAY_SECONDS })
  }
  return spans
}

/** The model to request from the archive; undefined leaves the choice to the service. */
export const modelOf = ({ from }: DaySpan): string | undefined => (from < ERA_CHANGE ? 'era5_seamless' : undefined)
