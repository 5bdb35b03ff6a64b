import type { Kysely } from 'kysely'

/** How often the process ended while it was doing a job, or reading an import to check it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['job', 'import']) {
    await db.schema
      .alterTable(table)
      .addColumn('interruptions', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  }
}
