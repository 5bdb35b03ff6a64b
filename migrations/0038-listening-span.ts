import type { Kysely } from 'kysely'
import { identity } from './column-type.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('listening_span')
    .addColumn('id', 'integer', identity(db))
    .addColumn('from', 'bigint', (c) => c.notNull())
    .addColumn('to', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('refused_time')
    .addColumn('controller_id', 'integer', (c) => c.primaryKey().references('controller.id').onDelete('cascade'))
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addColumn('ahead_seconds', 'integer', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('refused_time_last').on('refused_time').column('last_at').execute()
}
