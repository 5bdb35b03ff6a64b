import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { SettingTable } from './setting-table.ts'

export const selectSettings = (db: Kysely<Tables>): Promise<Selectable<SettingTable>[]> =>
  db.selectFrom('setting').select(['name', 'value']).execute()

export async function upsertSettings(db: Kysely<Tables>, rows: SettingTable[]): Promise<void> {
  await db
    .insertInto('setting')
    .values(rows)
    .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })))
    .execute()
}

/** The weighing scales in use that sent since a time (epoch seconds). */
export const selectWeighingHives = (
  db: Kysely<Tables>,
  since: number,
): Promise<{ id: number; controllerId: number; name: string }[]> =>
  db
    .selectFrom('scale')
    .innerJoin('scale_last', 'scale_last.scale_id', 'scale.id')
    .select(['scale.id', 'scale.controller_id as controllerId', 'scale.name'])
    .where('scale.type', '=', 'weight')
    .where('scale.state', '=', 'active')
    .where('scale_last.time', '>=', since)
    .orderBy('scale.id')
    .execute()

export const selectPreviewRegions = (db: Kysely<Tables>): Promise<{ id: number; name: string }[]> =>
  db.selectFrom('region').select(['id', 'name']).orderBy('id').execute()
