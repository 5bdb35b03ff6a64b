import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { selectOpenAlarmCount } from './alarm-list-queries.ts'

/** How many alarms of the transmitters that an account owns or watches wait for a look: the number on the app's icon. */
export const countOpenAlarms = (db: Kysely<Tables>, accountId: number, nowMs: number): Promise<number> =>
  selectOpenAlarmCount(db, accountId, Math.floor(nowMs / 1000))
