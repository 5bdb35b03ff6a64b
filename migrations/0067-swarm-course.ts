import type { Kysely } from 'kysely'
import { clustered } from './column-type.ts'

/**
 * What became of a confirmed swarm, and how far its follow-ups have got. What has to be done and when follows from the alarm, so only what
 * people enter is stored here; times in epoch ms. `told_due`: the due time that was last notified.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('swarm_course')
    .addColumn('alarm_id', 'integer', (c) => c.primaryKey().references('alarm.id').onDelete('cascade'))
    .addColumn('outcome', 'text')
    .addColumn('spot', 'text', (c) => c.notNull())
    .addColumn('latitude', 'double precision')
    .addColumn('longitude', 'double precision')
    .addColumn('hive_scale_id', 'integer', (c) => c.references('scale.id').onDelete('set null'))
    .addColumn('hive_name', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('swarm_course_hive').on('swarm_course').column('hive_scale_id').execute()
  const followUp = db.schema
    .createTable('follow_up')
    .addColumn('alarm_id', 'integer', (c) => c.notNull().references('alarm.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('put_off_until', 'bigint')
    .addColumn('settled_at', 'bigint')
    .addColumn('told_due', 'bigint')
    .addPrimaryKeyConstraint('follow_up_key', ['alarm_id', 'kind'])
  await clustered(db, followUp).execute()
  await db.schema.createIndex('follow_up_put_off').on('follow_up').column('put_off_until').execute()
  await db.schema.createIndex('alarm_verdict').on('alarm').columns(['type', 'verdict', 'started_at']).execute()
  await db.schema.alterTable('delivery').addColumn('follow_ups', 'text').execute()
}
