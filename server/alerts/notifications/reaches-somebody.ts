import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { selectHeard } from './notification-queries.ts'

/** Whether alarms are known to arrive on some channel of an account, that is, `isHeard` for one of them. */
export const reachesSomebody = async (db: Kysely<Tables>, accountId: number): Promise<boolean> =>
  (await selectHeard(db, accountId)) !== undefined
