import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'

/** The devices of an account that show alarms, by the session in which they last reported. */
const devicesOf = (db: Kysely<Tables>, accountId: number) =>
  db.deleteFrom('notification').where('type', '=', 'push').where('account_id', '=', accountId)

/** A device that somebody signed out from elsewhere no longer rings: it may be lost. */
export async function silenceDevice(db: Kysely<Tables>, accountId: number, sessionId: string): Promise<void> {
  await devicesOf(db, accountId).where('session_id', '=', sessionId).execute()
}

/** Nor do all devices of an account, except the one of `keptSessionId`; returns how many these were. */
export async function silenceDevices(db: Kysely<Tables>, accountId: number, keptSessionId = ''): Promise<number> {
  const { numDeletedRows } = await devicesOf(db, accountId)
    .where((device) => device.or([device('session_id', 'is', null), device('session_id', '<>', keptSessionId)]))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** A device that signs in again while it is signed in remains the same device. */
export async function moveDevice(
  db: Kysely<Tables>,
  accountId: number,
  { fromTokenHash, toSessionId }: { fromTokenHash: string; toSessionId: string },
): Promise<void> {
  await db
    .updateTable('notification')
    .set({ session_id: toSessionId })
    .where('account_id', '=', accountId)
    .where('type', '=', 'push')
    .where('session_id', 'in', (session) =>
      session.selectFrom('session').select('session.id').where('token_hash', '=', fromTokenHash),
    )
    .execute()
}

/** The channels of an account to which alarms go now. */
export const selectRinging = (db: Kysely<Tables>, accountId: number) =>
  db
    .selectFrom('notification')
    .select(['type', 'name', 'device', 'address'])
    .where('account_id', '=', accountId)
    .where('status', 'in', ['active', 'failing'])
    .orderBy('id')
    .execute()
