import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import type { JsonMappingTable } from './json-mapping-table.ts'

export type JsonMappingRow = Selectable<JsonMappingTable>

export const selectJsonMapping = (db: Kysely<Tables>, controllerId: number): Promise<JsonMappingRow | undefined> =>
  db.selectFrom('json_mapping').selectAll().where('controller_id', '=', controllerId).executeTakeFirst()

export async function upsertMapping(db: Kysely<Tables>, controllerId: number, mapping: string | null): Promise<void> {
  await db
    .insertInto('json_mapping')
    .values({ controller_id: controllerId, mapping, example_sealed: null, example_at: null })
    .onConflict((conflict) => conflict.column('controller_id').doUpdateSet({ mapping }))
    .execute()
}

export async function upsertExample(
  db: Kysely<Tables>,
  controllerId: number,
  example: { example_sealed: string; example_at: number },
): Promise<void> {
  await db
    .insertInto('json_mapping')
    .values({ controller_id: controllerId, mapping: null, ...example })
    .onConflict((conflict) => conflict.column('controller_id').doUpdateSet(example))
    .execute()
}

/** Deletes the documents from before a time (epoch ms); their mapping stays. */
export async function deleteExamplesBefore(db: Kysely<Tables>, ms: number): Promise<void> {
  await db
    .updateTable('json_mapping')
    .set({ example_sealed: null, example_at: null })
    .where('example_at', '<', ms)
    .execute()
}
