import type { Kysely } from 'kysely'
import { partsOf } from '../db/parts-of.ts'
import type { Tables } from '../db/tables.ts'
import type { ControllerRow } from './controller-queries.ts'

const SERIES_AT_ONCE = 500

export const selectControllerToGiveUp = (db: Kysely<Tables>, id: number): Promise<ControllerRow | undefined> =>
  db.selectFrom('controller').selectAll().where('id', '=', id).executeTakeFirst()

export async function selectScaleIdsOf(db: Kysely<Tables>, controllerIds: readonly number[]): Promise<number[]> {
  if (controllerIds.length === 0) return []
  const rows = await db.selectFrom('scale').select('id').where('controller_id', 'in', controllerIds).execute()
  return rows.map(({ id }) => id)
}

/**
 * Puts a new transmitter in the place of one that was given up: the same device with its paid time, but without a name,
 * place, key or history. Everything that refers to the old one goes with it, but for the records of redeemed keys.
 */
export async function replaceController(db: Kysely<Tables>, old: ControllerRow, nowMs: number): Promise<number> {
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
      claim_code_demanded: old.claim_code_demanded,
      subscription_ends_at: old.subscription_ends_at,
      activated_at: old.activated_at,
      created_at: nowMs,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('order_key_redemption').set({ controller_id: id }).where('controller_id', '=', old.id).execute()
  await db.deleteFrom('controller').where('id', '=', old.id).execute()
  return id
}

/** Readings, states and last values of series: scales, and the controllers' own under their negative ids. */
export async function deleteSeries(db: Kysely<Tables>, seriesIds: readonly number[]): Promise<void> {
  for (const ids of partsOf(seriesIds, SERIES_AT_ONCE)) {
    await db.deleteFrom('tile').where('scale_id', 'in', ids).execute()
    await db.deleteFrom('scale_last').where('scale_id', 'in', ids).execute()
    await db.deleteFrom('detector_checkpoint').where('scale_id', 'in', ids).execute()
  }
}

/** Readings that are stored and not folded yet. */
export async function deleteInboxOf(db: Kysely<Tables>, controllerIds: readonly number[]): Promise<void> {
  for (const ids of partsOf(controllerIds, SERIES_AT_ONCE)) {
    await db.deleteFrom('inbox').where('controller_id', 'in', ids).execute()
  }
}
