import { type Kysely, sql } from 'kysely'

/** Only a few of all alarms are ongoing, and they are looked up every minute. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('alarm_going_on')
    .on('alarm')
    .column('scale_id')
    .where(sql.ref('ended_at'), 'is', null)
    .execute()
}
