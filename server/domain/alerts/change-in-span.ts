/**
 * The memory of a sliding span: the levels that two consecutive readings held, except those followed by one at least as high, and the last
 * two times. `levels` decreases from first to last.
 */
export type SpanWindow = {
  levels: { time: number; value: number }[]
  last: { time: number; value: number } | null
  before: number | null
}

export const emptyWindow = (): SpanWindow => ({ levels: [], last: null, before: null })

const LATE_SHARE = 0.1
const LATE_AT_MOST_SECONDS = 600

/** No transmitter sends to the second: with hourly readings, "within an hour" has to reach the one before. */
const withDelay = (seconds: number): number => seconds + Math.min(LATE_SHARE * seconds, LATE_AT_MOST_SECONDS)

/** Whether a change within a time can be seen at all in values that are this far apart. */
export const isReached = (spacingSeconds: number, seconds: number): boolean => spacingSeconds <= withDelay(seconds)

/**
 * Returns how far a value is below the highest level within `seconds` before it; negative if it is above. A level is held by two
 * consecutive readings, so that a single wrong one does not count; if there was only one reading before, it is that one. A reading that came
 * a tenth of the span too late, at most ten minutes, still counts. Adds the value to the window; values must come in order of time.
 */
export function changeOf(window: SpanWindow, time: number, value: number, seconds: number): number {
  const from = time - withDelay(seconds)
  const { levels, last, before } = window
  const gone = levels.findIndex((level) => level.time >= from)
  levels.splice(0, gone < 0 ? levels.length : gone)
  let change = 0
  if (before !== null && before >= from) change = levels[0]!.value - value
  else if (last && last.time >= from) change = last.value - value
  if (last) {
    const level = Math.min(last.value, value)
    while (levels.length > 0 && levels.at(-1)!.value <= level) levels.pop()
    levels.push({ time: last.time, value: level })
  }
  window.before = last?.time ?? null
  window.last = { time, value }
  return change
}

/** The readings of a span in order of time, from `head` on, preceded by the last one before it. */
export type SpanReadings = { list: { time: number; value: number }[]; head: number }

export const noReadings = (): SpanReadings => ({ list: [], head: 0 })

/**
 * Returns how far a value is above what it was `seconds` ago (with whole days, at the same time of day); null if no reading is known within
 * `slack` seconds before that moment. Adds the value to the readings; values must come in order of time.
 */
export function riseSince(readings: SpanReadings, time: number, value: number, seconds: number, slack: number) {
  const { list } = readings
  list.push({ time, value })
  while (readings.head + 1 < list.length && list[readings.head + 1]!.time <= time - seconds) readings.head++
  if (readings.head > 1000 && readings.head > list.length / 2) {
    list.splice(0, readings.head)
    readings.head = 0
  }
  const then = list[readings.head]!
  if (then.time > time - seconds || then.time < time - seconds - slack) return null
  return value - then.value
}
