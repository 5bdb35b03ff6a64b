import type { Kysely } from 'kysely'

/** Marks the values of an unknown name that were added to the readings of their times, so that they can be taken back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('unknown_value')
    .addColumn('filled', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
