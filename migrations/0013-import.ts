import type { Kysely } from 'kysely'
import { bytes, clustered, identity } from './column-type.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('calibration')
    .addColumn('controller_id', 'integer', (c) => c.notNull().references('controller.id').onDelete('cascade'))
    .addColumn('channel', 'integer', (c) => c.notNull())
    .addColumn('zero_raw', 'real')
    .addColumn('kg_per_raw', 'real')
    .addColumn('last_raw', 'real')
    .addColumn('last_raw_at', 'bigint')
    .addPrimaryKeyConstraint('calibration_key', ['controller_id', 'channel'])
    .execute()
  await db.schema
    .createTable('lora_device')
    .addColumn('dev_eui', 'text', (c) => c.primaryKey())
    .addColumn('controller_id', 'integer', (c) => c.notNull().unique().references('controller.id').onDelete('cascade'))
    .execute()
  await db.schema
    .createTable('import')
    .addColumn('id', 'integer', identity(db))
    .addColumn('account_id', 'integer', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('encoding', 'text', (c) => c.notNull())
    .addColumn('lines', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('mapping', 'text')
    .addColumn('findings', 'text')
    .addColumn('problem', 'text')
    .addColumn('bytes_done', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('rows_done', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('readings', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('duplicates', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('finished_at', 'bigint')
    .execute()
  await db.schema.createIndex('import_account').on('import').columns(['account_id', 'id']).execute()
  await db.schema.createIndex('import_status').on('import').column('status').execute()
  const readings = db.schema
    .createTable('import_reading')
    .addColumn('import_id', 'integer', (c) => c.notNull().references('import.id').onDelete('cascade'))
    .addColumn('scale_id', 'integer', (c) => c.notNull())
    .addColumn('from', 'bigint', (c) => c.notNull())
    .addColumn('bytes', bytes(db), (c) => c.notNull())
    .addPrimaryKeyConstraint('import_reading_key', ['import_id', 'scale_id', 'from'])
  await clustered(db, readings).execute()
}
