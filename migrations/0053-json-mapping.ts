import type { Kysely } from 'kysely'

/** The meaning of a transmitter's own JSON, and its last document, sealed, so that its owner can define that meaning. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('json_mapping')
    .addColumn('controller_id', 'integer', (c) => c.primaryKey().references('controller.id').onDelete('cascade'))
    .addColumn('mapping', 'text')
    .addColumn('example_sealed', 'text')
    .addColumn('example_at', 'bigint')
    .execute()
  await db.schema.createIndex('json_mapping_example').on('json_mapping').column('example_at').execute()
}
