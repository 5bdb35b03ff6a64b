import { type Kysely, sql } from 'kysely'

/** Of all alarms those that go on are few, and looked for every minute. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('alarm_going_on')
    .on('alarm')
    .column('scale_id')
    .where(sql.ref('ended_at'), 'is', null)
    .execute()
}
