import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { selectClosed } from './rebuild-queries.ts'

/** Days before this time (epoch seconds) accept no more readings; 0 if days stay open forever. */
export const readClosedBefore = async (db: Kysely<Tables>): Promise<number> => (await selectClosed(db)).closed_before
