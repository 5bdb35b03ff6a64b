import type { Kysely } from 'kysely'

/** How often the process that did a job ended amid it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('job')
    .addColumn('interruptions', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
