import { DAY_SECONDS, HOUR_SECONDS } from '../platform/durations.ts'

/** A gap that came this often is a habit; fewer may have been outages. */
const HABITUAL = 3
/** Before that, nobody knows whether a scale measures at night, too. */
const KNOWN_AFTER_SECONDS = 3 * DAY_SECONDS

/**
 * Returns for how many seconds a scale may measure nothing while its transmitter sends: twice its habitual spacing and an hour, and no less
 * than its transmitter may be silent. `hours` are the starts of the hours in which it measured, in epoch seconds, ascending. Undefined if
 * its habits are not known.
 */
export function scalePatience(hours: readonly number[], updateIntervalHours: number): number | undefined {
  const [first] = hours
  const last = hours.at(-1)
  if (first === undefined || last === undefined || last - first < KNOWN_AFTER_SECONDS) return undefined
  const gaps = hours.slice(1).map((hour, at) => hour - hours[at]!)
  const habit = gaps.toSorted((a, b) => b - a)[HABITUAL - 1]
  if (habit === undefined) return undefined
  return 2 * Math.max(habit, updateIntervalHours * HOUR_SECONDS) + HOUR_SECONDS
}
