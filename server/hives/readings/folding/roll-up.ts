import { decodeTile, encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { type Buckets, type DayBuckets, replaceDays, rollUpDay, rollUpHour } from '#domain/hives/tiles/tile-roll-up.ts'
import {
  type CoarseTile,
  emptyCoarseTile,
  type Level,
  type RawTile,
  tileSpan,
} from '#domain/hives/tiles/timeline-tile.ts'
import type { StoredTile, TileKey } from '../store/tile-store.ts'

type CoarseLevel = Exclude<Level, 'raw'>

const rollUps = { hour: rollUpHour, day: rollUpDay } as const satisfies Record<CoarseLevel, (tile: RawTile) => Buckets>
const levels = Object.keys(rollUps) as CoarseLevel[]

/** The hour tiles (months) and day tiles (years) that contain these days of a series. */
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

/** Updates the hour and day tiles of one series with these days, and returns them. `raw` returns a day as it is now; `stored` are the coarse tiles so far. */
export function rollUpDays(
  seriesId: number,
  days: Iterable<number>,
  raw: (from: number) => RawTile,
  stored: readonly StoredTile[],
): StoredTile[] {
  const changed = new Map<string, { level: CoarseLevel; from: number; days: DayBuckets[] }>()
  for (const day of [...days].sort((a, b) => a - b)) {
    const tile = raw(day)
    for (const level of levels) {
      const { from } = tileSpan(level, day)
      const coarse = changed.get(`${level} ${from}`) ?? { level, from, days: [] }
      coarse.days.push({ day, buckets: rollUps[level](tile) })
      changed.set(`${level} ${from}`, coarse)
    }
  }
  const bytesOf = new Map(stored.map(({ level, from, bytes }) => [`${level} ${from}`, bytes]))
  return [...changed].map(([key, { level, from, days }]) => {
    const known = decodeCoarse(bytesOf.get(key), level, from)
    return { seriesId, level, from, bytes: encodeTile(replaceDays(known, days)) }
  })
}

const decodeCoarse = (bytes: Uint8Array | undefined, level: CoarseLevel, from: number): CoarseTile =>
  bytes ? (decodeTile(bytes) as CoarseTile) : emptyCoarseTile(level, from)
