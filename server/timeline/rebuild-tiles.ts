import type { Kysely } from 'kysely'
import { decodeTile, encodeTile } from '#domain/tile-codec.ts'
import { replaceBuckets, rollUpDay, rollUpHour } from '#domain/tile-roll-up.ts'
import { type CoarseTile, DAY_SECONDS, emptyCoarseTile, levelNumber, tileSpan } from '#domain/timeline-tile.ts'
import type { Tables } from '../db/tables.ts'
import {
  deleteTile,
  nextRevision,
  selectCoarseTiles,
  selectRawTiles,
  selectSeriesIds,
  type TileKey,
  upsertTile,
} from './rebuild-queries.ts'

export type Rebuilt = { series: number; tiles: number; changed: number }

/**
 * Makes the hour and day tiles of all series anew from the raw ones; tiles that come out the same are not written. `told` hears
 * before each series how much is done, 0 to 1.
 */
export async function rebuildTiles(db: Kysely<Tables>, told: (done: number) => void = () => {}): Promise<Rebuilt> {
  const rebuilt = { series: 0, tiles: 0, changed: 0 }
  const seriesIds = await selectSeriesIds(db)
  for (const seriesId of seriesIds) {
    told(rebuilt.series / seriesIds.length)
    const { tiles, changed } = await db.transaction().execute((transaction) => rebuildSeries(transaction, seriesId))
    rebuilt.series++
    rebuilt.tiles += tiles
    rebuilt.changed += changed
  }
  return rebuilt
}

async function rebuildSeries(db: Kysely<Tables>, seriesId: number): Promise<{ tiles: number; changed: number }> {
  const built = await buildCoarse(db, seriesId)
  const stored = new Map<string, TileKey & { bytes: Uint8Array }>()
  for (const { level, from, bytes } of await selectCoarseTiles(db, seriesId)) {
    stored.set(`${level} ${from}`, { scale_id: seriesId, level, from: Number(from), bytes })
  }
  const writes: (TileKey & { bytes: Uint8Array })[] = []
  for (const tile of built) {
    const level = levelNumber[tile.level]
    const bytes = encodeTile(tile)
    const known = stored.get(`${level} ${tile.from}`)
    stored.delete(`${level} ${tile.from}`)
    if (!known || !sameBytes(known.bytes, bytes)) writes.push({ scale_id: seriesId, level, from: tile.from, bytes })
  }
  const changed = writes.length + stored.size
  if (changed > 0) {
    const revision = await nextRevision(db)
    for (const tile of writes) await upsertTile(db, { ...tile, revision })
    for (const orphan of stored.values()) await deleteTile(db, orphan)
  }
  return { tiles: built.length, changed }
}

async function buildCoarse(db: Kysely<Tables>, seriesId: number): Promise<CoarseTile[]> {
  const coarse = new Map<string, CoarseTile>()
  for (const { bytes } of await selectRawTiles(db, seriesId)) {
    const raw = decodeTile(bytes)
    if (raw.level !== 'raw') continue
    for (const level of ['hour', 'day'] as const) {
      const { from } = tileSpan(level, raw.from)
      const key = `${level} ${from}`
      const buckets = level === 'hour' ? rollUpHour(raw) : rollUpDay(raw)
      const known = coarse.get(key) ?? emptyCoarseTile(level, from)
      coarse.set(key, replaceBuckets(known, raw.from, raw.from + DAY_SECONDS, buckets))
    }
  }
  return [...coarse.values()]
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])
