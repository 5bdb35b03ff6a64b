import type { Kysely } from 'kysely'
import { tileStarts } from '#domain/hives/tiles/timeline-tile.ts'
import type { Deps } from '../../deps.ts'
import type { Tables } from '../../store/tables.ts'
import type { RebuildPart } from './read-rebuild.ts'
import {
  deleteTile,
  nextRevision,
  type SeriesRange,
  selectRawState,
  selectSeriesBounds,
  selectSeriesIds,
  upsertTile,
} from './rebuild-queries.ts'

const TRIES = 20

export type Rebuilt = { series: number; tiles: number; changed: number }

/**
 * Rebuilds the hour and day tiles of all series from the raw ones, year by year in a reader thread; unchanged tiles are not written.
 * `told` is called before each series with the progress, 0 to 1.
 */
export async function rebuildTiles(
  { db, read }: Pick<Deps['database'], 'db' | 'read'>,
  told: (done: number) => void = () => {},
): Promise<Rebuilt> {
  const rebuilt = { series: 0, tiles: 0, changed: 0 }
  const seriesIds = await selectSeriesIds(db)
  for (const seriesId of seriesIds) {
    told(rebuilt.series / seriesIds.length)
    const { tiles, changed } = await rebuildSeries({ db, read }, seriesId)
    rebuilt.tiles += tiles
    rebuilt.changed += changed
    rebuilt.series++
  }
  return rebuilt
}

/** Rebuilds the tiles of one series. */
export async function rebuildSeries(
  { db, read }: Pick<Deps['database'], 'db' | 'read'>,
  seriesId: number,
): Promise<Omit<Rebuilt, 'series'>> {
  const rebuilt = { tiles: 0, changed: 0 }
  const bounds = await selectSeriesBounds(db, seriesId)
  const years = bounds ? tileStarts('day', bounds.first, bounds.last + 1) : []
  for (const [index, from] of years.entries()) {
    const range = { seriesId, from, to: years[index + 1] ?? Number.MAX_SAFE_INTEGER }
    const { tiles, writes, orphans } = await rebuildPart({ db, read }, range)
    rebuilt.tiles += tiles
    rebuilt.changed += writes.length + orphans.length
  }
  return rebuilt
}

/** Reads again if anything arrived between reading and writing. */
async function rebuildPart(
  { db, read }: Pick<Deps['database'], 'db' | 'read'>,
  range: SeriesRange,
): Promise<RebuildPart> {
  for (let tries = 0; tries < TRIES; tries++) {
    const part = await read('rebuild', range)
    if (await db.transaction().execute((transaction) => writePart(transaction, range, part))) return part
  }
  throw new Error('readings of this series come in faster than they are rolled up')
}

/** Returns false if the raw tiles have changed since they were read. */
async function writePart(
  db: Kysely<Tables>,
  range: SeriesRange,
  { writes, orphans, raw }: RebuildPart,
): Promise<boolean> {
  const { count, newest } = await selectRawState(db, range)
  if (count !== raw.count || newest !== raw.newest) return false
  if (writes.length + orphans.length === 0) return true
  const revision = await nextRevision(db)
  for (const tile of writes) await upsertTile(db, { ...tile, revision })
  for (const orphan of orphans) await deleteTile(db, orphan)
  return true
}
