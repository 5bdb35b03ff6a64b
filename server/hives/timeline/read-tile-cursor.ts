import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { selectCursor } from './timeline-queries.ts'

/** The revision of the newest change to any tile. */
export const readTileCursor = (db: Kysely<Tables>): Promise<number> => selectCursor(db)
