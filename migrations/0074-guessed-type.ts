import type { Kysely } from 'kysely'

/**
 * Whether the type of a scale was guessed from its first data and never chosen since: if it later sends a weight, it is a weight scale.
 * Unknown for existing scales.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('scale')
    .addColumn('type_is_guessed', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
