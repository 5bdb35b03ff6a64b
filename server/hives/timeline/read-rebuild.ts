import type { Kysely } from 'kysely'
import { clipTile } from '#domain/hives/tiles/tile-clip.ts'
import { decodeTile, encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { replaceDays, rollUpDay, rollUpHour } from '#domain/hives/tiles/tile-roll-up.ts'
import { thinTile } from '#domain/hives/tiles/tile-thin.ts'
import { type CoarseTile, emptyCoarseTile, levelNumber, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { Tables } from '../../store/tables.ts'
import {
  type SeriesRange,
  selectClosed,
  selectCoarseTiles,
  selectRawState,
  selectRawTiles,
  type TileKey,
} from './rebuild-queries.ts'

/** How the stored coarse tiles of a span differ from what the raw ones give. `raw`: the state of the raw tiles when they were read. */
export type RebuildPart = {
  tiles: number
  writes: (TileKey & { bytes: Uint8Array })[]
  orphans: TileKey[]
  raw: { count: number; newest: number }
}

/** Reader task: rebuilds the hour and day tiles of whole UTC years of a series, and compares them with the stored ones. */
export async function readRebuild(db: Kysely<Tables>, range: SeriesRange): Promise<RebuildPart> {
  const { seriesId } = range
  const stored = new Map<string, TileKey & { bytes: Uint8Array }>()
  for (const { level, from, bytes } of await selectCoarseTiles(db, range)) {
    stored.set(`${level} ${from}`, { scale_id: seriesId, level, from: Number(from), bytes })
  }
  const { closed_before } = await selectClosed(db)
  const built = await buildCoarse(db, range, closedPart(stored.values(), closed_before))
  const writes: RebuildPart['writes'] = []
  for (const tile of built) {
    const level = levelNumber[tile.level]
    const bytes = encodeTile(tile)
    const known = stored.get(`${level} ${tile.from}`)
    stored.delete(`${level} ${tile.from}`)
    if (!known || !sameBytes(known.bytes, bytes)) writes.push({ scale_id: seriesId, level, from: tile.from, bytes })
  }
  const orphans = [...stored.values()].map(({ scale_id, level, from }) => ({ scale_id, level, from }))
  return { tiles: built.length, writes, orphans, raw: await selectRawState(db, range) }
}

/** What thinned days can no longer provide: the stored buckets of closed days. */
function closedPart(stored: Iterable<{ from: number; bytes: Uint8Array }>, closedBefore: number): CoarseTile[] {
  return [...stored]
    .filter(({ from }) => from < closedBefore)
    .map(({ from, bytes }) => clipTile(decodeTile(bytes), from, closedBefore) as CoarseTile)
    .filter(({ length }) => length > 0)
}

const hasBuckets = ({ from, time }: CoarseTile, day: number): boolean =>
  time.some((offset) => from + offset >= day && from + offset < day + DAY_SECONDS)

async function buildCoarse(db: Kysely<Tables>, range: SeriesRange, closed: CoarseTile[]): Promise<CoarseTile[]> {
  const coarse = new Map(closed.map((tile) => [`${tile.level} ${tile.from}`, tile]))
  for (const { bytes } of await selectRawTiles(db, range)) {
    const raw = decodeTile(bytes)
    if (raw.level !== 'raw') continue
    for (const level of ['hour', 'day'] as const) {
      const { from } = tileSpan(level, raw.from)
      const key = `${level} ${from}`
      const buckets = level === 'hour' ? rollUpHour(raw) : rollUpDay(raw)
      const known = coarse.get(key) ?? emptyCoarseTile(level, from)
      // a day that could still be thinned has all of its readings
      if (hasBuckets(known, raw.from) && !thinTile(raw)) continue
      coarse.set(key, replaceDays(known, [{ day: raw.from, buckets }]))
    }
  }
  return [...coarse.values()]
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])
