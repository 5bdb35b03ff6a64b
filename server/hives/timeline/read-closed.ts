import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { selectClosed } from './rebuild-queries.ts'

/** Of days before this, in epoch seconds, no readings are taken in any more; 0 where days stay open for ever. */
export const readClosedBefore = async (db: Kysely<Tables>): Promise<number> => (await selectClosed(db)).closed_before
