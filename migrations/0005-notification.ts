import type { Kysely } from 'kysely'
import { identity } from './column-type.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notification')
    .addColumn('id', 'integer', identity(db))
    .addColumn('account_id', 'integer', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('address_hash', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('last_delivered_at', 'bigint')
    .addColumn('last_error', 'text')
    .addColumn('ended_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('notification_address', ['account_id', 'type', 'address_hash'])
    .execute()
  await db.schema
    .createTable('mute')
    .addColumn('account_id', 'integer', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('controller_id', 'integer', (c) => c.notNull().references('controller.id').onDelete('cascade'))
    .addColumn('notification_type', 'text', (c) => c.notNull())
    .addColumn('until', 'bigint')
    .addPrimaryKeyConstraint('mute_key', ['account_id', 'controller_id', 'notification_type'])
    .execute()
  await db.schema
    .createTable('delivery')
    .addColumn('id', 'integer', identity(db))
    .addColumn('notification_id', 'integer', (c) => c.notNull().references('notification.id').onDelete('cascade'))
    .addColumn('alarm_id', 'integer', (c) => c.references('alarm.id').onDelete('cascade'))
    .addColumn('stage', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('sent_at', 'bigint')
    .addColumn('last_error', 'text')
    .addUniqueConstraint('delivery_once', ['notification_id', 'alarm_id', 'stage'])
    .execute()
  await db.schema.createIndex('delivery_due').on('delivery').columns(['state', 'due_at']).execute()
  await db.schema.createIndex('delivery_alarm').on('delivery').column('alarm_id').execute()
}
