import type { Kysely, Selectable } from 'kysely'
import type { ControllerTable } from '../controllers/controller-table.ts'
import type { Tables } from '../db/tables.ts'

type ControllerRow = Selectable<ControllerTable>

const SERIES_AT_ONCE = 500

export async function otherAdministratorExists(db: Kysely<Tables>, accountId: number): Promise<boolean> {
  const other = await db
    .selectFrom('account')
    .select('id')
    .where('admin', '=', 1)
    .where('active', '=', 1)
    .where('id', '<>', accountId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

export const selectAccountToRemove = (
  db: Kysely<Tables>,
  id: number,
): Promise<{ admin: 0 | 1; email: string } | undefined> =>
  db.selectFrom('account').select(['admin', 'email']).where('id', '=', id).executeTakeFirst()

export const selectOwnControllers = (db: Kysely<Tables>, ownerId: number): Promise<ControllerRow[]> =>
  db.selectFrom('controller').selectAll().where('owner_id', '=', ownerId).orderBy('id').execute()

export async function selectScaleIdsOf(db: Kysely<Tables>, ownerId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('scale')
    .innerJoin('controller', 'controller.id', 'scale.controller_id')
    .select('scale.id')
    .where('controller.owner_id', '=', ownerId)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Puts a new transmitter in the place of one that was given up: the same device with its paid time, but without a name,
 * place, key or history. Everything that refers to the old one goes with it, but for the records of redeemed keys.
 */
export async function replaceController(db: Kysely<Tables>, old: ControllerRow, nowMs: number): Promise<void> {
  await db
    .updateTable('controller')
    .set({ imei: `removed-${old.id}`, device_key_hash: null })
    .where('id', '=', old.id)
    .execute()
  const { id } = await db
    .insertInto('controller')
    .values({
      imei: old.imei,
      imsi: old.imsi,
      msisdn: old.msisdn,
      name: old.imei,
      affiliation_id: old.affiliation_id,
      load_cells: old.load_cells,
      subscription_ends_at: old.subscription_ends_at,
      activated_at: old.activated_at,
      created_at: nowMs,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('order_key_redemption').set({ controller_id: id }).where('controller_id', '=', old.id).execute()
  await db.deleteFrom('controller').where('id', '=', old.id).execute()
}

/** Readings, states and last values of series: scales, and the controllers' own under their negative ids. */
export async function deleteSeries(db: Kysely<Tables>, seriesIds: readonly number[]): Promise<void> {
  for (let at = 0; at < seriesIds.length; at += SERIES_AT_ONCE) {
    const ids = seriesIds.slice(at, at + SERIES_AT_ONCE)
    await db.deleteFrom('tile').where('scale_id', 'in', ids).execute()
    await db.deleteFrom('scale_last').where('scale_id', 'in', ids).execute()
    await db.deleteFrom('detector_checkpoint').where('scale_id', 'in', ids).execute()
  }
}

/** Readings that are stored and not folded yet. */
export async function deleteInboxOf(db: Kysely<Tables>, controllerIds: readonly number[]): Promise<void> {
  for (let at = 0; at < controllerIds.length; at += SERIES_AT_ONCE) {
    const ids = controllerIds.slice(at, at + SERIES_AT_ONCE)
    await db.deleteFrom('inbox').where('controller_id', 'in', ids).execute()
  }
}

/** The account itself, and with it all that refers to it as its own. */
export async function deleteAccount(db: Kysely<Tables>, account: { id: number; email: string }): Promise<void> {
  await db.deleteFrom('mail').where('recipient', '=', account.email).execute()
  await db.deleteFrom('account').where('id', '=', account.id).execute()
}
