import { encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { mergeRaw, splitByDay } from '#domain/hives/tiles/tile-merge.ts'
import { emptyRawTile, type RawTile, TileError } from '#domain/hives/tiles/timeline-tile.ts'
import { wholeTile } from '../../hives/timeline/whole-tiles.ts'

/** Decodes a day of readings; undefined if it is damaged: other days are forwarded, and it follows once it is repaired. */
export function decodeRaw(bytes: Uint8Array): RawTile | undefined {
  const tile = wholeTile(bytes)
  if (tile && tile.level !== 'raw') throw new TileError('a raw tile was expected')
  return tile
}

/** The times (epoch seconds) of a day's readings from `since` until before `until` that have not been forwarded. */
export function unsentTimes(
  tile: RawTile,
  sent: RawTile | undefined,
  { since, until }: { since: number; until: number },
): number[] {
  const known = new Set(sent?.time)
  const times: number[] = []
  for (const offset of tile.time) {
    const time = tile.from + offset
    if (!known.has(offset) && time >= since && time < until) times.push(time)
  }
  return times
}

/** The starts of the UTC days that contain these times. */
export const daysOf = (times: readonly number[]): number[] => [...splitByDay(times).keys()]

/** What was forwarded on each of these days, with `times` added, in stored form. */
export function addSent(
  times: readonly number[],
  stored: readonly { from: number; bytes: Uint8Array }[],
): { from: number; bytes: Uint8Array }[] {
  return [...splitByDay(times)].map(([from, rows]) => {
    const before = stored.find((row) => Number(row.from) === from)
    const tile = (before && decodeRaw(before.bytes)) ?? emptyRawTile(from)
    const time = rows.map((row) => times[row]!)
    const { tile: after } = mergeRaw(tile, { length: time.length, time, columns: {} })
    return { from, bytes: encodeTile(after) }
  })
}
