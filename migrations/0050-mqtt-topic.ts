import type { Kysely } from 'kysely'

/** Topics published to a broker that it retains, so that they can be taken back. The owner may be gone by then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mqtt_topic')
    .addColumn('topic', 'text', (c) => c.primaryKey().notNull())
    .addColumn('account_id', 'integer', (c) => c.notNull())
    .execute()
}
