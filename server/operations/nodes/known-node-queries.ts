import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import type { NodeTable } from './node-table.ts'

export const selectNodes = (db: Kysely<Tables>): Promise<NodeTable[]> => db.selectFrom('node').selectAll().execute()

export const selectKeeping = (db: Kysely<Tables>) => db.selectFrom('keeping').select('holder').executeTakeFirst()

export async function deleteNodes(db: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('node').where('id', 'in', ids).execute()
}
