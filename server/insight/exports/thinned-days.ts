import { rollUpHour } from '#domain/hives/tiles/tile-roll-up.ts'
import { thinTile } from '#domain/hives/tiles/tile-thin.ts'
import {
  ABSENT,
  type CoarseTile,
  coarseColumnNames,
  type RawTile,
  type Tile,
  tileSpan,
} from '#domain/hives/tiles/timeline-tile.ts'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'

/** Whether a day has nothing that could be thinned: it was, or its scale sends hardly more than once an hour. */
export const isThin = (tile: Tile): tile is RawTile => tile.level === 'raw' && thinTile(tile) === undefined

/**
 * Returns a thinned day of readings with the minimum, maximum and means that its hours know of all readings there were, each beside the last
 * reading of its hour. `months`: the hour tiles of its scale. A day stays as it is if it has all of its readings, or if an hour is missing.
 */
export function withHours(day: RawTile, months: readonly Tile[]): Tile {
  const month = tileSpan('hour', day.from).from
  const hours = months.find(({ from }) => from === month)
  if (hours?.level !== 'hour') return day
  const places = placesOf(day, hours)
  if (!places || isWhole(day, hours, places)) return day
  const columns: CoarseTile['columns'] = {}
  for (const name of coarseColumnNames) {
    const stored = hours.columns[name]
    if (stored) columns[name] = places.map((at) => (at < 0 ? ABSENT : stored[at]!))
  }
  return {
    ...day,
    level: 'hour',
    columns: { ...columns, ...(day.columns.weight && { weightLast: day.columns.weight }) },
  }
}

/** Whether the hours know no more than the readings of the day tell. */
function isWhole(day: RawTile, hours: CoarseTile, places: Int32Array): boolean {
  const own = rollUpHour(day)
  const rows = places.filter((at) => at >= 0)
  const known = (['weightMin', 'weightMax', 'weightMean', 'temperature', 'humidity'] as const).map((name) => ({
    stored: hours.columns[name],
    told: own.columns[name],
  }))
  return known.every(({ stored, told }) =>
    rows.every((at, bucket) => (stored?.[at] ?? ABSENT) === (told?.[bucket] ?? ABSENT)),
  )
}

/** The row of its hour for the last reading of each hour, -1 for all others; undefined if an hour is missing. */
function placesOf({ from, length, time }: RawTile, hours: CoarseTile): Int32Array | undefined {
  const places = new Int32Array(length).fill(-1)
  const rows = new Map(Array.from(hours.time, (offset, row) => [hours.from + offset, row]))
  const hourOf = (row: number) => from + time[row]! - (time[row]! % HOUR_SECONDS)
  for (let row = 0; row < length; row++) {
    if (row + 1 < length && hourOf(row + 1) === hourOf(row)) continue
    const place = rows.get(hourOf(row))
    if (place === undefined) return undefined
    places[row] = place
  }
  return places
}
