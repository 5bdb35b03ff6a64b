import type { Kysely } from 'kysely'
import { identity } from './column-type.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('firmware')
    .addColumn('id', 'integer', identity(db))
    .addColumn('version', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('file', 'text', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('uploaded_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .alterTable('controller')
    .addColumn('desired_firmware_id', 'integer', (c) => c.references('firmware.id').onDelete('set null'))
    .execute()
  await db.schema.createIndex('controller_desired_firmware').on('controller').column('desired_firmware_id').execute()
  await db.schema
    .createTable('firmware_rollout')
    .addColumn('id', 'integer', identity(db))
    .addColumn('firmware_id', 'integer', (c) => c.notNull().references('firmware.id').onDelete('cascade'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('plan', 'text', (c) => c.notNull())
    .addColumn('stage', 'integer', (c) => c.notNull())
    .addColumn('numbers', 'text', (c) => c.notNull())
    .addColumn('checked_at', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('firmware_rollout_firmware').on('firmware_rollout').column('firmware_id').execute()
  await db.schema
    .createTable('firmware_rollout_controller')
    .addColumn('rollout_id', 'integer', (c) => c.notNull().references('firmware_rollout.id').onDelete('cascade'))
    .addColumn('controller_id', 'integer', (c) => c.notNull().references('controller.id').onDelete('cascade'))
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('earlier_firmware_id', 'integer', (c) => c.references('firmware.id').onDelete('set null'))
    .addColumn('assigned_at', 'bigint')
    .addColumn('was_alive', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('fetched_at', 'bigint')
    .addColumn('updated_at', 'bigint')
    .addPrimaryKeyConstraint('firmware_rollout_controller_key', ['rollout_id', 'controller_id'])
    .execute()
  await db.schema
    .createIndex('firmware_rollout_controller_controller')
    .on('firmware_rollout_controller')
    .column('controller_id')
    .execute()
  await db.schema
    .createIndex('firmware_rollout_controller_earlier')
    .on('firmware_rollout_controller')
    .column('earlier_firmware_id')
    .execute()
  await db.schema
    .createTable('firmware_rollout_event')
    .addColumn('id', 'integer', identity(db))
    .addColumn('rollout_id', 'integer', (c) => c.notNull().references('firmware_rollout.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('numbers', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('firmware_rollout_event_rollout')
    .on('firmware_rollout_event')
    .column('rollout_id')
    .execute()
}
