import { ABSENT, type CoarseColumnName, type Tile } from '#domain/hives/tiles/timeline-tile.ts'
import { dayAfter } from '#domain/insight/heatmap.ts'
import { DAY_MS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import { startOfDay } from './heatmap-period.ts'
import type { Quantity } from './heatmap-search.ts'

export const HOURS = 24
/** A change over a longer silence cannot be assigned to any hour. */
const LONGEST_GAP_HOURS = 6

/**
 * One value per hour of each day: kg or °C, NaN if unknown; `days` times 24 values. `changes`: of a change, that of each day in kg, from
 * midnight to midnight; NaN if one of them is unknown.
 */
export type HourGrid = { days: number; values: Float32Array; changes?: Float32Array }

/** Hour tiles of a scale in chronological order. */
type Hours = readonly Pick<Tile, 'level' | 'from' | 'length' | 'time' | 'columns'>[]

/**
 * Returns a grid of days starting at `firstDay` (a calendar day), in local time. The change of an hour is the weight at its end
 * minus the weight at its beginning: each the reading in that very second, or else the last one before it. After a silence of up
 * to six hours, the change is spread over these. Activity is how far the weight moved within the hour. In the hour that repeats in
 * fall, changes add up; for other quantities the second hour counts.
 */
export function hourGrid(tiles: Hours, quantity: Quantity, firstDay: string, days: number): HourGrid {
  const values = new Float32Array(days * HOURS).fill(Number.NaN)
  const cellOf = cellsFrom(firstDay, days)
  if (quantity !== 'change') {
    for (const { time, value } of hourValues(tiles, quantity)) {
      const cell = cellOf(time)
      if (cell !== undefined) values[cell] = value
    }
    return { days, values }
  }
  const weights = weightsIn(tiles)
  for (const [i, { time, grams }] of weights.entries()) {
    const before = weights[i - 1]
    const hours = before ? Math.round((time - before.time) / HOUR_SECONDS) : 0
    if (!before || hours < 1 || hours > LONGEST_GAP_HOURS) continue
    for (let hour = 0; hour < hours; hour++) {
      const cell = cellOf(before.time + hour * HOUR_SECONDS)
      if (cell !== undefined) values[cell] = (values[cell] || 0) + (grams - before.grams) / hours / 1000
    }
  }
  return { days, values, changes: changesOf(weights, firstDay, days) }
}

/** Returns the cell of a time in a grid, by the local time; undefined if it is outside. */
function cellsFrom(firstDay: string, days: number): (seconds: number) => number | undefined {
  const start = Date.parse(firstDay)
  return (seconds) => {
    const local = new Date(seconds * 1000)
    const day = (Date.UTC(local.getFullYear(), local.getMonth(), local.getDate()) - start) / DAY_MS
    return day >= 0 && day < days ? day * HOURS + local.getHours() : undefined
  }
}

/** Yields the entries of hour tiles, one at a time. */
function* entriesOf(tiles: Hours) {
  for (const { level, from, length, time, columns } of tiles) {
    if (level !== 'hour') continue
    const of = columns as Partial<Record<string, Int32Array>>
    for (let i = 0; i < length; i++) {
      const at = (name: CoarseColumnName) => of[name]?.[i] ?? ABSENT
      yield { time: from + time[i]!, at }
    }
  }
}

/** What was measured in each hour, if it does not depend on the hour before. */
function* hourValues(tiles: Hours, quantity: Exclude<Quantity, 'change'>) {
  for (const { time, at } of entriesOf(tiles)) {
    const isTemperature = quantity === 'temperature'
    if (at(isTemperature ? 'temperature' : 'weightLast') === ABSENT) continue
    yield { time, value: isTemperature ? at('temperature') / 100 : (at('weightMax') - at('weightMin')) / 1000 }
  }
}

type Weight = { time: number; grams: number }

/** The weights at the beginnings and ends of hours; read in that very second, one counts more than one before it. */
function weightsIn(tiles: Hours): Weight[] {
  const weights: Weight[] = []
  const add = (weight: Weight) => {
    if (weights.at(-1)?.time === weight.time) weights.pop()
    weights.push(weight)
  }
  for (const { time, at } of entriesOf(tiles)) {
    const [start, last] = [at('weightStart'), at('weightLast')]
    if (last === ABSENT) continue
    if (start !== ABSENT) add({ time, grams: start })
    // a single reading on the hour says nothing about the hour's end
    if (start === ABSENT || at('weightMin') !== at('weightMax')) add({ time: time + HOUR_SECONDS, grams: last })
  }
  return weights
}

/** The changes of days in kg; a weight at midnight is the last one before it, at most six hours old. */
function changesOf(weights: readonly Weight[], firstDay: string, days: number): Float32Array {
  let next = 0
  const atMidnights = Array.from({ length: days + 1 }, (_, day) => {
    const midnight = startOfDay(dayAfter(firstDay, day))
    while (next < weights.length && weights[next]!.time <= midnight) next++
    const last = weights[next - 1]
    return last && last.time >= midnight - LONGEST_GAP_HOURS * HOUR_SECONDS ? last.grams : Number.NaN
  })
  return Float32Array.from({ length: days }, (_, day) => (atMidnights[day + 1]! - atMidnights[day]!) / 1000)
}

/**
 * Returns a day's change from midnight to midnight, which is that of all other screens, or the mean of other quantities; undefined if no hour
 * is known. If one of the midnights is unknown, the changes of the known hours add up.
 */
export function dayFigure({ values, changes }: HourGrid, day: number, quantity: Quantity): number | undefined {
  const known = [...values.subarray(day * HOURS, (day + 1) * HOURS)].filter((value) => !Number.isNaN(value))
  if (known.length === 0) return undefined
  const whole = changes?.[day] ?? Number.NaN
  if (!Number.isNaN(whole)) return whole
  const sum = known.reduce((total, value) => total + value, 0)
  return quantity === 'change' ? sum : sum / known.length
}

/** Returns the last known hour and its day; undefined if none is known. */
export function lastKnownHour({ values }: HourGrid): { day: number; hour: number } | undefined {
  const last = values.findLastIndex((value) => !Number.isNaN(value))
  return last < 0 ? undefined : { day: Math.floor(last / HOURS), hour: last % HOURS }
}

/** Fewer days would be too low to hit on a phone, and too wide on a desktop. */
const LEAST_DAYS = 28

/** Limits the grid and its `days`: from the first day with known hours to the end of the month of the last one, at least `LEAST_DAYS`. */
export function knownDays(grid: HourGrid, days: readonly string[]): { grid: HourGrid; days: readonly string[] } {
  const first = grid.values.findIndex((value) => !Number.isNaN(value))
  const last = lastKnownHour(grid)?.day
  if (last === undefined) return { grid, days }
  const to = days.findLastIndex((day) => day.startsWith(days[last]!.slice(0, 7))) + 1
  const from = Math.max(0, Math.min(Math.floor(first / HOURS), to - LEAST_DAYS))
  return {
    grid: {
      days: to - from,
      values: grid.values.subarray(from * HOURS, to * HOURS),
      ...(grid.changes && { changes: grid.changes.subarray(from, to) }),
    },
    days: days.slice(from, to),
  }
}

export const isEmptyGrid = ({ values }: HourGrid): boolean => values.every(Number.isNaN)
