import { type Kysely, sql } from 'kysely'
import { identity } from './column-type.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('job')
    .addColumn('id', 'integer', identity(db))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('account_id', 'integer', (c) => c.references('account.id').onDelete('cascade'))
    .addColumn('controller_id', 'integer', (c) => c.references('controller.id').onDelete('set null'))
    .addColumn('from', 'bigint')
    .addColumn('to', 'bigint')
    .addColumn('input', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('progress_permille', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('detail', 'text')
    .addColumn('dedup_key', 'text')
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('lease_until', 'bigint')
    .addColumn('lease_holder', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('problem', 'text')
    .addColumn('result', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .execute()
  await db.schema.createIndex('job_account').on('job').columns(['account_id', 'id']).execute()
  await db.schema.createIndex('job_status').on('job').columns(['status', 'due_at']).execute()
  await db.schema
    .createIndex('job_dedup')
    .on('job')
    .column('dedup_key')
    .unique()
    .where(sql.ref('status'), 'in', sql`('queued', 'running')`)
    .execute()
  await db.schema
    .createTable('job_schedule')
    .addColumn('type', 'text', (c) => c.primaryKey())
    .addColumn('planned_at', 'bigint', (c) => c.notNull())
    .execute()
}
