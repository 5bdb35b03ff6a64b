import type { Kysely } from 'kysely'
import { clustered } from './column-type.ts'

/** Unknown field names that devices send, what their owner says they mean, and their values of the last days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const fields = db.schema
    .createTable('unknown_field')
    .addColumn('controller_id', 'integer', (c) => c.notNull().references('controller.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('last_value', 'double precision', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addColumn('quantity', 'text')
    .addColumn('channel', 'integer')
    .addColumn('unit', 'text')
    .addPrimaryKeyConstraint('unknown_field_pk', ['controller_id', 'name'])
  await clustered(db, fields).execute()
  const values = db.schema
    .createTable('unknown_value')
    .addColumn('controller_id', 'integer', (c) => c.notNull().references('controller.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('slot', 'bigint', (c) => c.notNull())
    .addColumn('time', 'bigint', (c) => c.notNull())
    .addColumn('value', 'double precision', (c) => c.notNull())
    .addPrimaryKeyConstraint('unknown_value_pk', ['controller_id', 'name', 'slot'])
  await clustered(db, values).execute()
  await db.schema.createIndex('unknown_value_slot').on('unknown_value').column('slot').execute()
}
