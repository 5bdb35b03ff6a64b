import type { Kysely } from 'kysely'
import { clustered } from './column-type.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const unusable = db.schema
    .createTable('unusable_hour')
    .addColumn('scale_id', 'integer', (c) => c.notNull().references('scale.id').onDelete('cascade'))
    .addColumn('time', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('unusable_hour_key', ['scale_id', 'time'])
  await clustered(db, unusable).execute()
  const detectionDue = db.schema
    .createTable('detection_due')
    .addColumn('scale_id', 'integer', (c) => c.notNull().references('scale.id').onDelete('cascade'))
    .addColumn('day', 'bigint', (c) => c.notNull())
    .addColumn('carried', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('detection_due_key', ['scale_id', 'day'])
  await clustered(db, detectionDue).execute()
  await db.schema
    .createTable('assessment_due')
    .addColumn('alarm_id', 'integer', (c) => c.primaryKey().references('alarm.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('alarm_detected').on('alarm').columns(['scale_id', 'detected_at']).execute()
}
