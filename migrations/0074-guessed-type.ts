import type { Kysely } from 'kysely'

/**
 * Whether the type of a scale was guessed from what arrived first, and nobody chose it since: one that weighs later is a weight scale. Of
 * those that are there nobody knows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('scale')
    .addColumn('type_is_guessed', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
