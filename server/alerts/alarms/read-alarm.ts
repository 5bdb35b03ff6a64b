import type { Kysely } from 'kysely'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { toAlarm } from '#domain/alerts/to-alarm.ts'
import type { Right } from '#domain/people/permission.ts'
import { requireController, type VisibleController } from '../../hives/controllers/visible-controllers.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { Tables } from '../../store/tables.ts'
import { type AlarmRow, selectAlarm } from './alarm-list-queries.ts'

/** Returns an alarm with the account's rights at its transmitter. Throws 404 `alarm_not_found` if it is not visible, 403 if it may only be read. */
export async function requireAlarm(
  db: Kysely<Tables>,
  account: SignedIn,
  id: number,
  right: Right,
): Promise<{ alarm: AlarmRow; controller: VisibleController }> {
  const alarm = await selectAlarm(db, id)
  const isOfRule = alarm?.account_id != null
  if (!alarm || (isOfRule && alarm.account_id !== account.accountId)) throw new AppError(404, 'alarm_not_found')
  // an alarm of a rule is judged by the rule's owner, even at a hive they only watch
  const needed = isOfRule ? 'read' : right
  const controller = await requireController(db, account, alarm.controller_id, needed).catch((error: unknown) => {
    throw error instanceof AppError && error.status === 404 ? new AppError(404, 'alarm_not_found') : error
  })
  return { alarm, controller }
}

/** Returns one alarm as the API shows it. Throws 404 `alarm_not_found` if it is not visible. */
export const readAlarm = async (db: Kysely<Tables>, account: SignedIn, id: number): Promise<Alarm> =>
  toAlarm((await requireAlarm(db, account, id, 'read')).alarm)
