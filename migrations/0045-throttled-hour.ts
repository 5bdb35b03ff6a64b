import type { Kysely } from 'kysely'
import { clustered } from './column-type.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const table = db.schema
    .createTable('throttled_hour')
    .addColumn('controller_id', 'integer', (c) => c.notNull().references('controller.id').onDelete('cascade'))
    .addColumn('from', 'bigint', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('requests', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('throttled_hour_pk', ['controller_id', 'from', 'reason'])
  await clustered(db, table).execute()
  await db.schema.createIndex('throttled_hour_from').on('throttled_hour').column('from').execute()
}
