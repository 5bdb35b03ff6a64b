import { decodeTile, encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { type Buckets, replaceBuckets, rollUpDay, rollUpHour } from '#domain/hives/tiles/tile-roll-up.ts'
import {
  type CoarseTile,
  emptyCoarseTile,
  type Level,
  type RawTile,
  tileSpan,
} from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { StoredTile, TileKey } from '../store/tile-store.ts'

type CoarseLevel = Exclude<Level, 'raw'>

const rollUps = { hour: rollUpHour, day: rollUpDay } as const satisfies Record<CoarseLevel, (tile: RawTile) => Buckets>
const levels = Object.keys(rollUps) as CoarseLevel[]

/** The months of hours and years of days that days of a series lie in. */
export function coarseTilesOf(seriesId: number, days: Iterable<number>): TileKey[] {
  const keys = new Map<string, TileKey>()
  for (const day of days) {
    for (const level of levels) {
      const { from } = tileSpan(level, day)
      keys.set(`${level} ${from}`, { seriesId, level, from })
    }
  }
  return [...keys.values()]
}

/**
 * Puts days of one series into its months of hours and years of days, and returns those. `raw` gives the day as it is now,
 * `stored` are the coarse tiles as they are.
 */
export function rollUpDays(
  seriesId: number,
  days: Iterable<number>,
  raw: (from: number) => RawTile,
  stored: readonly StoredTile[],
): StoredTile[] {
  const bytesOf = new Map(stored.map(({ level, from, bytes }) => [`${level} ${from}`, bytes]))
  const changed = new Map<string, CoarseTile>()
  for (const day of days) {
    const tile = raw(day)
    for (const level of levels) {
      const { from } = tileSpan(level, day)
      const key = `${level} ${from}`
      const coarse = changed.get(key) ?? decodeCoarse(bytesOf.get(key), level, from)
      changed.set(key, replaceBuckets(coarse, day, day + DAY_SECONDS, rollUps[level](tile)))
    }
  }
  return [...changed.values()].map((tile) => ({
    seriesId,
    level: tile.level,
    from: tile.from,
    bytes: encodeTile(tile),
  }))
}

const decodeCoarse = (bytes: Uint8Array | undefined, level: CoarseLevel, from: number): CoarseTile =>
  bytes ? (decodeTile(bytes) as CoarseTile) : emptyCoarseTile(level, from)
