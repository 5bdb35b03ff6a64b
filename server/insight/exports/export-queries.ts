import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'

/** Tiles of one series whose `from` is in `[from, to)`, in order. */
export const selectSeriesTiles = (
  db: Kysely<Tables>,
  { seriesId, level, from, to }: { seriesId: number; level: number; from: number; to: number },
): Promise<{ from: number; bytes: Uint8Array }[]> =>
  db
    .selectFrom('tile')
    .select(['from', 'bytes'])
    .where('scale_id', '=', seriesId)
    .where('level', '=', level)
    .where('from', '>=', from)
    .where('from', '<', to)
    .orderBy('from')
    .execute()
