import { ABSENT, type Tile } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_MS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { Quantity } from './heatmap-search.ts'

export const HOURS = 24
/** A change over a longer silence cannot be told to be of any hour. */
const LONGEST_GAP_HOURS = 6

/** Hour by hour of each day: kg or °C, NaN where nothing is known; `days` by 24 values. */
export type HourGrid = { days: number; values: Float32Array }

/** Hours of a scale in the order of time. */
type Hours = readonly Pick<Tile, 'level' | 'from' | 'length' | 'time' | 'columns'>[]

/**
 * A grid of days from `firstDay` (a calendar day) on, by the clock of this device. The change of an hour is the weight at its end less that at
 * its begin, each read in that very second, or else the last one before; after a silence of up to six hours it is spread over these. Activity
 * is how far the weight moved within the hour.
 * In the hour that comes twice in autumn changes add up, of anything else the second counts.
 */
export function hourGrid(tiles: Hours, quantity: Quantity, firstDay: string, days: number): HourGrid {
  const values = new Float32Array(days * HOURS).fill(Number.NaN)
  const start = Date.parse(firstDay)
  const cellOf = (seconds: number): number => {
    const local = new Date(seconds * 1000)
    const day = (Date.UTC(local.getFullYear(), local.getMonth(), local.getDate()) - start) / DAY_MS
    return day >= 0 && day < days ? day * HOURS + local.getHours() : -1
  }
  const put = (seconds: number, value: number, add: boolean) => {
    const cell = cellOf(seconds)
    if (cell < 0) return
    const before = values[cell]!
    values[cell] = add && !Number.isNaN(before) ? before + value : value
  }
  const weights: { time: number; grams: number }[] = []
  const weighed = (time: number, grams: number) => {
    if (weights.at(-1)?.time === time) weights.pop()
    weights.push({ time, grams })
  }
  for (const tile of tiles) {
    if (tile.level !== 'hour') continue
    const { weightStart, weightLast, weightMin, weightMax, temperature } = tile.columns as Record<
      string,
      Int32Array | undefined
    >
    for (let i = 0; i < tile.length; i++) {
      const time = tile.from + tile.time[i]!
      if (quantity === 'temperature') {
        if (temperature && temperature[i] !== ABSENT) put(time, temperature[i]! / 100, false)
        continue
      }
      if (!weightLast || weightLast[i] === ABSENT) continue
      if (quantity === 'activity') {
        put(time, (weightMax![i]! - weightMin![i]!) / 1000, false)
        continue
      }
      const start = weightStart?.[i] ?? ABSENT
      if (start !== ABSENT) weighed(time, start)
      // a reading on the hour alone says nothing of the hour's end
      if (start === ABSENT || weightMin![i] !== weightMax![i]) weighed(time + HOUR_SECONDS, weightLast[i]!)
    }
  }
  for (const [i, { time, grams }] of weights.entries()) {
    const before = weights[i - 1]
    const hours = before ? Math.round((time - before.time) / HOUR_SECONDS) : 0
    if (!before || hours < 1 || hours > LONGEST_GAP_HOURS) continue
    for (let hour = 0; hour < hours; hour++)
      put(before.time + hour * HOUR_SECONDS, (grams - before.grams) / hours / 1000, true)
  }
  return { days, values }
}

/** What the known hours of a day come to: the sum of changes, else their mean; undefined where none is known. */
export function dayFigure({ values }: HourGrid, day: number, quantity: Quantity): number | undefined {
  const known = [...values.subarray(day * HOURS, (day + 1) * HOURS)].filter((value) => !Number.isNaN(value))
  if (known.length === 0) return undefined
  const sum = known.reduce((total, value) => total + value, 0)
  return quantity === 'change' ? sum : sum / known.length
}

/** The last hour of which anything is known, and its day; undefined where nothing is. */
export function lastKnownHour({ values }: HourGrid): { day: number; hour: number } | undefined {
  const last = values.findLastIndex((value) => !Number.isNaN(value))
  return last < 0 ? undefined : { day: Math.floor(last / HOURS), hour: last % HOURS }
}

/** Fewer days would be too low to be hit on a phone, and too wide on a desktop. */
const LEAST_DAYS = 28

/** The grid and its `days` from the first of which something is known, to the end of the month of the last. */
export function knownDays(grid: HourGrid, days: readonly string[]): { grid: HourGrid; days: readonly string[] } {
  const first = grid.values.findIndex((value) => !Number.isNaN(value))
  const last = lastKnownHour(grid)?.day
  if (last === undefined) return { grid, days }
  const to = days.findLastIndex((day) => day.startsWith(days[last]!.slice(0, 7))) + 1
  const from = Math.max(0, Math.min(Math.floor(first / HOURS), to - LEAST_DAYS))
  return {
    grid: { days: to - from, values: grid.values.subarray(from * HOURS, to * HOURS) },
    days: days.slice(from, to),
  }
}

export const isEmptyGrid = ({ values }: HourGrid): boolean => values.every(Number.isNaN)
