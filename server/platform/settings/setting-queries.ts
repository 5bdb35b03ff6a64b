import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../store/tables.ts'
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
