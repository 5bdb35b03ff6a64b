import { type Kysely, sql } from 'kysely'
import { partsOf } from '../../platform/db/parts-of.ts'
import type { Tables } from '../../store/tables.ts'
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
 * Replaces a transmitter that was given up with a new one: the same device with its paid time and its remaining notifications, but
 * without a name, place, key or history. Everything that refers to the old one is deleted with it, except the records of redeemed keys.
 */
export async function replaceController(db: Kysely<Tables>, old: ControllerRow, nowMs: number): Promise<number> {
  await db
    .updateTable('controller')
    .set({ imei: `removed-${old.id}`, device_key_hash: null, next_key_hash: null, next_key_sealed: null })
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
      remaining_notifications: old.remaining_notifications,
      limit_reset: old.limit_reset,
      last_reset_at: old.last_reset_at,
      former_key_hash: old.device_key_hash ?? old.former_key_hash,
      activated_at: old.activated_at,
      created_at: nowMs,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('order_key_redemption').set({ controller_id: id }).where('controller_id', '=', old.id).execute()
  await db.deleteFrom('controller').where('id', '=', old.id).execute()
  return id
}

/** Deletes the last values of scales. */
export async function deleteLast(db: Kysely<Tables>, scaleIds: readonly number[]): Promise<void> {
  for (const ids of partsOf(scaleIds, SERIES_AT_ONCE)) {
    await db.deleteFrom('scale_last').where('scale_id', 'in', ids).execute()
  }
}

/**
 * Series that still have readings although their scale or transmitter is gone; ids are never reused. Skips from series to series
 * along the primary key, as each has thousands of rows.
 */
export async function selectGivenUpSeries(db: Kysely<Tables>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive series(id) as (
      select min(scale_id) from tile
      union all
      select (select min(scale_id) from tile where scale_id > series.id) from series where series.id is not null
    ), raw(id) as (
      select min(scale_id) from raw_weight_day
      union all
      select (select min(scale_id) from raw_weight_day where scale_id > raw.id) from raw where raw.id is not null
    )
    select id from (select id from series union select id from raw) as series where id is not null
      and not exists (select 1 from scale where scale.id = series.id)
      and not exists (select 1 from controller where controller.id = -series.id)`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes some of a series' detection states; returns how many. */
export async function deleteSomeStates(db: Kysely<Tables>, seriesId: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('detector_checkpoint')
    .where('scale_id', '=', seriesId)
    .where('from', 'in', (eb) =>
      eb.selectFrom('detector_checkpoint').select('from').where('scale_id', '=', seriesId).orderBy('from').limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes some days of a scale's raw weights; returns how many. */
export async function deleteSomeRawWeights(db: Kysely<Tables>, scaleId: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('raw_weight_day')
    .where('scale_id', '=', scaleId)
    .where('from', 'in', (eb) =>
      eb.selectFrom('raw_weight_day').select('from').where('scale_id', '=', scaleId).orderBy('from').limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes some tiles of one level of a series; returns how many. */
export async function deleteSomeTiles(
  db: Kysely<Tables>,
  { seriesId, level, limit }: { seriesId: number; level: number; limit: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('tile')
    .where('scale_id', '=', seriesId)
    .where('level', '=', level)
    .where('from', 'in', (eb) =>
      eb
        .selectFrom('tile')
        .select('from')
        .where('scale_id', '=', seriesId)
        .where('level', '=', level)
        .orderBy('from')
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
