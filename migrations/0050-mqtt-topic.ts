import type { Kysely } from 'kysely'

/** What a broker retains that was published there, so that it can be taken back; whose it is may be gone by then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mqtt_topic')
    .addColumn('topic', 'text', (c) => c.primaryKey().notNull())
    .addColumn('account_id', 'integer', (c) => c.notNull())
    .execute()
}
