import type { Kysely } from 'kysely'
import { clustered, identity } from './column-type.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('order_key')
    .addColumn('id', 'integer', identity(db))
    .addColumn('key_hash', 'text', (c) => c.notNull().unique())
    .addColumn('term_years', 'integer', (c) => c.notNull())
    .addColumn('term_days', 'integer', (c) => c.notNull())
    .addColumn('uses_left', 'integer', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .execute()
  await db.schema
    .createTable('order_key_redemption')
    .addColumn('id', 'integer', identity(db))
    .addColumn('order_key_id', 'integer', (c) => c.notNull().references('order_key.id').onDelete('cascade'))
    .addColumn('controller_id', 'integer', (c) => c.notNull().references('controller.id').onDelete('cascade'))
    .addColumn('account_id', 'integer', (c) => c.references('account.id').onDelete('set null'))
    .addColumn('owner_id', 'integer', (c) => c.references('account.id').onDelete('set null'))
    .addColumn('redeemed_at', 'bigint', (c) => c.notNull())
    .addColumn('term_years', 'integer', (c) => c.notNull())
    .addColumn('term_days', 'integer', (c) => c.notNull())
    .addColumn('extra_days', 'integer', (c) => c.notNull())
    .addColumn('end_before', 'bigint', (c) => c.notNull())
    .addColumn('ends_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('order_key_redemption_controller')
    .on('order_key_redemption')
    .columns(['controller_id', 'redeemed_at'])
    .execute()
  await db.schema
    .createIndex('order_key_redemption_owner')
    .on('order_key_redemption')
    .columns(['owner_id', 'redeemed_at'])
    .execute()
  const reminder = db.schema
    .createTable('subscription_reminder')
    .addColumn('controller_id', 'integer', (c) => c.notNull().references('controller.id').onDelete('cascade'))
    .addColumn('ends_at', 'bigint', (c) => c.notNull())
    .addColumn('days_before', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('subscription_reminder_key', ['controller_id', 'ends_at', 'days_before'])
  await clustered(db, reminder).execute()
}
