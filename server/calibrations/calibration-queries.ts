import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { CalibrationTable } from './calibration-table.ts'

export type CalibrationRow = Selectable<CalibrationTable>

export async function selectCalibrations(
  db: Kysely<Tables>,
  controllerIds: readonly number[],
): Promise<CalibrationRow[]> {
  if (controllerIds.length === 0) return []
  return db
    .selectFrom('calibration')
    .selectAll()
    .where('controller_id', 'in', controllerIds)
    .orderBy('controller_id')
    .orderBy('channel')
    .execute()
}

export const upsertCalibration = (
  db: Kysely<Tables>,
  key: { controller_id: number; channel: number },
  values: { zero_raw: number; kg_per_raw: number },
): Promise<CalibrationRow> =>
  db
    .insertInto('calibration')
    .values({ ...key, ...values, last_raw: null, last_raw_at: null })
    .onConflict((conflict) => conflict.columns(['controller_id', 'channel']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()

export const upsertLastRaw = (
  db: Kysely<Tables>,
  key: { controller_id: number; channel: number },
  seen: { last_raw: number; last_raw_at: number },
) =>
  db
    .insertInto('calibration')
    .values({ ...key, zero_raw: null, kg_per_raw: null, ...seen })
    .onConflict((conflict) => conflict.columns(['controller_id', 'channel']).doUpdateSet(seen))
    .execute()

/** What weighs is a weight scale, also where a temperature arrived first. */
export const makeWeightScale = (db: Kysely<Tables>, controllerId: number, channel: number) =>
  db
    .updateTable('scale')
    .set({ type: 'weight' })
    .where('controller_id', '=', controllerId)
    .where('channel', '=', channel)
    .where('state', '<>', 'archived')
    .execute()
