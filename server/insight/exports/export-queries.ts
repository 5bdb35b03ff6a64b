import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'

type SeriesRange = { seriesId: number; level: number; from: number; to: number }

const tilesIn = (db: Kysely<Tables>, { seriesId, level, from, to }: SeriesRange) =>
  db
    .selectFrom('tile')
    .where('scale_id', '=', seriesId)
    .where('level', '=', level)
    .where('from', '>=', from)
    .where('from', '<', to)
    .orderBy('from')

/** Returns the tiles of one series whose `from` is in `[from, to)`, in order. */
export const selectSeriesTiles = (
  db: Kysely<Tables>,
  range: SeriesRange,
): Promise<{ from: number; bytes: Uint8Array }[]> => tilesIn(db, range).select(['from', 'bytes']).execute()

/** Returns the starts of the same tiles, in order. */
export async function selectTileStarts(db: Kysely<Tables>, range: SeriesRange): Promise<number[]> {
  const rows = await tilesIn(db, range).select('from').execute()
  return rows.map(({ from }) => Number(from))
}
