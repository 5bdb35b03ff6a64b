import type { Kysely } from 'kysely'

/** How often the process that did a job, or read an import to check it, ended amid that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['job', 'import']) {
    await db.schema
      .alterTable(table)
      .addColumn('interruptions', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  }
}
