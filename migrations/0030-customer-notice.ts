import { type Kysely, sql } from 'kysely'
import { identity } from './column-type.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('customer_notice')
    .addColumn('id', 'integer', identity(db))
    .addColumn('account_id', 'integer', (c) => c.references('account.id').onDelete('set null'))
    .addColumn('affiliation_id', 'integer', (c) => c.references('affiliation.id').onDelete('cascade'))
    .addColumn('types', 'text', (c) => c.notNull())
    .addColumn('region_ids', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('job_id', 'integer', (c) => c.references('job.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .alterTable('delivery')
    .addColumn('notice_id', 'integer', (c) => c.references('customer_notice.id').onDelete('cascade'))
    .execute()
  await db.schema.alterTable('delivery').addColumn('hidden_at', 'bigint').execute()
  await db.schema
    .createIndex('delivery_notice')
    .on('delivery')
    .columns(['notice_id', 'notification_id'])
    .unique()
    .execute()
  await db.schema
    .createTable('ingest_hour')
    .addColumn('from', 'bigint', (c) => c.primaryKey())
    .addColumn('requests', 'integer', (c) => c.notNull())
    .addColumn('readings', 'integer', (c) => c.notNull())
    .addColumn('refused', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('alarm_open')
    .on('alarm')
    .columns(['type', 'controller_id'])
    .where(sql.ref('status'), '=', sql.lit('open'))
    .execute()
  await db.schema.createIndex('delivery_state').on('delivery').columns(['state', 'id']).execute()
}
