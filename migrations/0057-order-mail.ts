import type { Kysely } from 'kysely'
import { identity } from './column-type.ts'

/** The outcome of each mail about an order. Earlier mails are missing: they were not tied to an order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('order_mail')
    .addColumn('id', 'integer', identity(db))
    .addColumn('order_id', 'integer', (c) => c.notNull().references('order.id').onDelete('cascade'))
    .addColumn('template', 'text', (c) => c.notNull())
    .addColumn('commissioner', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('account_id', 'integer', (c) => c.references('account.id').onDelete('set null'))
    .addColumn('recipient', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('fault', 'text')
    .addColumn('answer', 'text')
    .addColumn('mail_id', 'integer')
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('order_mail_order').on('order_mail').columns(['order_id', 'id']).execute()
  await db.schema.createIndex('order_mail_due').on('order_mail').columns(['state', 'due_at']).execute()
  await db.schema.createIndex('order_mail_account').on('order_mail').column('account_id').execute()
}
