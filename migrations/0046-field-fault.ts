import type { Kysely } from 'kysely'
import { clustered } from './column-type.ts'

/** Impossible values that transmitters sent, by day; times in epoch ms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = db.schema
    .createTable('field_fault')
    .addColumn('controller_id', 'integer', (c) => c.notNull().references('controller.id').onDelete('cascade'))
    .addColumn('day', 'bigint', (c) => c.notNull())
    .addColumn('channel', 'integer', (c) => c.notNull())
    .addColumn('field', 'text', (c) => c.notNull())
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('last_value', 'text', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('field_fault_pk', ['controller_id', 'day', 'channel', 'field', 'code'])
  await clustered(db, table).execute()
  await db.schema.createIndex('field_fault_day').on('field_fault').column('day').execute()
}
