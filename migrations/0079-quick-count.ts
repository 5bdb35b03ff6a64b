import type { Kysely } from 'kysely'

/** How many transactions that do not wait for the disk are in it: a database that crashed may have lost the last of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('tile_cursor')
    .addColumn('quick_count', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
}
