import type { Kysely } from 'kysely'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { toAlarm } from '#domain/alerts/to-alarm.ts'
import { readAllBefore } from '../../platform/db/read-all-before.ts'
import type { Tables } from '../../store/tables.ts'
import { type AlarmFilter, selectAlarms } from './alarm-list-queries.ts'

/** Returns the newest alarms as the API shows them, newest first. The caller has checked that the transmitters may be seen. */
export const readAlarms = async (db: Kysely<Tables>, filter: AlarmFilter): Promise<Alarm[]> =>
  (await selectAlarms(db, filter)).map(toAlarm)

/** Returns all alarms, however many there are, newest first. The caller has checked that the transmitters may be seen. */
export async function readAllAlarms(db: Kysely<Tables>, filter: AlarmFilter): Promise<Alarm[]> {
  const rows = await readAllBefore(
    filter.to,
    (to) => selectAlarms(db, { ...filter, to }),
    ({ started_at }) => Number(started_at) + 1,
  )
  return rows.map(toAlarm)
}
