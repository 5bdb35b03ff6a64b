import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'

type Tiles = { scaleId: number; level: number; from: number; to: number }

/** Tiles of one scale whose `from` is in `[from, to)`, in order. */
export const selectTilesOf = (
  db: Kysely<Tables>,
  { scaleId, level, from, to }: Tiles,
): Promise<{ bytes: Uint8Array }[]> =>
  db
    .selectFrom('tile')
    .select('bytes')
    .where('scale_id', '=', scaleId)
    .where('level', '=', level)
    .where('from', '>=', from)
    .where('from', '<', to)
    .orderBy('from')
    .execute()
