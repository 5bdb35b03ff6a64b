import type { Kysely } from 'kysely'

/** To how many notifications a transmitter is set back; 200 was the same for all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('controller')
    .addColumn('limit_reset', 'integer', (c) => c.notNull().defaultTo(200))
    .execute()
}
