import type { Kysely } from 'kysely'

/** The number of notifications that a transmitter's limit is reset to; so far it was 200 for all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('controller')
    .addColumn('limit_reset', 'integer', (c) => c.notNull().defaultTo(200))
    .execute()
}
