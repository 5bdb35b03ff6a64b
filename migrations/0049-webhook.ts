import type { Kysely } from 'kysely'

/** The sealed token of a channel that is a service, and what was posted to webhooks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('notification').addColumn('token_sealed', 'text').execute()
  await db.schema
    .createTable('webhook_message')
    .addColumn('delivery_id', 'integer', (c) => c.primaryKey().references('delivery.id').onDelete('cascade'))
    .addColumn('message_id', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .execute()
}
