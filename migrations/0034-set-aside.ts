import type { Kysely } from 'kysely'
import { bytes, identity } from './column-type.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('set_aside')
    .addColumn('id', 'integer', identity(db))
    .addColumn('controller_id', 'integer', (c) => c.notNull().references('controller.id').onDelete('cascade'))
    .addColumn('series_id', 'integer', (c) => c.notNull())
    .addColumn('stage', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('body', bytes(db))
    .addColumn('readings', 'integer', (c) => c.notNull())
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('tried_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('set_aside_series').on('set_aside').columns(['series_id', 'stage']).execute()
  await db.schema.createIndex('set_aside_controller').on('set_aside').column('controller_id').execute()
}
