import { DAY_SECONDS, HOUR_SECONDS } from '../../platform/durations.ts'
import { ABSENT, type CoarseTile, type RawTile, type Tile } from './timeline-tile.ts'

const bucketSeconds = { raw: 0, hour: HOUR_SECONDS, day: DAY_SECONDS } as const

/**
 * Returns the rows of a tile that lie completely within `[from, to)` (epoch seconds): a reading by its time, a bucket with its whole span,
 * because its values come from all of it. Returns the same tile if nothing is cut off.
 */
export function clipTile(tile: Tile, from: number, to: number): Tile {
  const bucket = bucketSeconds[tile.level]
  return clipBy(tile, (start) => start >= from && (bucket === 0 ? start < to : start + bucket <= to))
}

/**
 * Returns the rows of a tile that begin in `[from, to)`: with consecutive spans each bucket is in exactly one, even if they meet within an
 * hour, as days do in zones with half or quarter hours.
 */
export const clipTileByBegin = (tile: Tile, from: number, to: number): Tile =>
  clipBy(tile, (start) => start >= from && start < to)

function clipBy(tile: Tile, isInside: (start: number) => boolean): Tile {
  const isIn = (offset: number) => isInside(tile.from + offset)
  let begin = 0
  while (begin < tile.length && !isIn(tile.time[begin]!)) begin++
  let end = begin
  while (end < tile.length && isIn(tile.time[end]!)) end++
  if (begin === 0 && end === tile.length) return tile
  const time = tile.time.slice(begin, end)
  return { ...tile, length: end - begin, time, columns: clipColumns(tile.columns, begin, end) } as RawTile | CoarseTile
}

function clipColumns(columns: Tile['columns'], begin: number, end: number): Tile['columns'] {
  const clipped = Object.entries(columns).map(([name, values]): [string, Int32Array] => [
    name,
    values.slice(begin, end),
  ])
  return Object.fromEntries(clipped.filter(([, values]) => values.some((value) => value !== ABSENT)))
}
