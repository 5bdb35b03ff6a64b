import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('controller')
    .addColumn('claim_code_demanded', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
