import type { Kysely } from 'kysely'

/** How many transactions were committed without waiting for the disk: a database that crashed may have lost the last of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('tile_cursor')
    .addColumn('quick_count', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
}
