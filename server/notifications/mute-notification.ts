import type { Kysely, Selectable } from 'kysely'
import type * as v from 'valibot'
import type { AlarmType } from '#domain/alarm.ts'
import type { Mute, MuteBody } from '#domain/notification.ts'
import { requireController, visibleControllers } from '../controllers/visible-controllers.ts'
import type { Tables } from '../db/tables.ts'
import type { Deps } from '../http/deps.ts'
import type { SignedIn } from '../http/env.ts'
import { deleteMute, selectMutes, upsertMute } from './notification-queries.ts'
import type { MuteTable } from './notification-table.ts'

const toMute = (row: Selectable<MuteTable>): Mute => ({
  controllerId: row.controller_id,
  notificationType: row.notification_type,
  enddate: row.until === null ? null : new Date(row.until).toISOString(),
})

/** The mutes of an account that hold now, for some transmitters. */
export const readMutes = async (
  db: Kysely<Tables>,
  accountId: number,
  controllerIds: readonly number[],
  nowMs: number,
): Promise<Mute[]> => (await selectMutes(db, accountId, controllerIds, nowMs)).map(toMute)

type MuteDeps = Pick<Deps, 'database' | 'clock'>

/** What an account has muted at one transmitter, or at all it sees; 404 `controller_not_found` where it may not see it. */
export async function readOwnMutes(
  { database: { db }, clock }: MuteDeps,
  account: SignedIn,
  controllerId: number | undefined,
): Promise<Mute[]> {
  const seen =
    controllerId === undefined
      ? await visibleControllers(db, account)
      : [await requireController(db, account, controllerId, 'read')]
  return readMutes(
    db,
    account.accountId,
    seen.map(({ id }) => id),
    clock.now(),
  )
}

/** Mutes one type of alarm of a transmitter for this account alone; watchers too choose for themselves. */
export async function muteNotification(
  { database: { db } }: MuteDeps,
  account: SignedIn,
  controllerId: number,
  body: v.InferOutput<typeof MuteBody>,
): Promise<Mute> {
  await requireController(db, account, controllerId, 'read')
  const mute = {
    account_id: account.accountId,
    controller_id: controllerId,
    notification_type: body.notificationType,
    until: body.enddate === null ? null : Date.parse(body.enddate),
  }
  await upsertMute(db, mute)
  return toMute(mute)
}

/** Takes a mute back; harmless where there is none. */
export async function unmuteNotification(
  { database: { db } }: MuteDeps,
  account: SignedIn,
  controllerId: number,
  type: AlarmType,
): Promise<void> {
  await requireController(db, account, controllerId, 'read')
  await deleteMute(db, account.accountId, controllerId, type)
}
