import type { Kysely } from 'kysely'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { toAlarm } from '#domain/alerts/to-alarm.ts'
import type { Tables } from '../../store/tables.ts'
import { type AlarmFilter, selectAlarms } from './alarm-list-queries.ts'

/** Returns alarms as the API shows them, newest first. The caller has checked that the transmitters may be seen. */
export const readAlarms = async (db: Kysely<Tables>, filter: AlarmFilter): Promise<Alarm[]> =>
  (await selectAlarms(db, filter)).map(toAlarm)
