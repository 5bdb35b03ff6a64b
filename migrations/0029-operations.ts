import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('tile_cursor')
    .addColumn('closed_before', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('tile_cursor')
    .addColumn('thinned_before', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
}
