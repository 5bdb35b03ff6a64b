import { type Kysely, sql } from 'kysely'

/**
 * When a channel last reached somebody, in epoch ms. Existing push channels: when a device last showed a push. Others, which report nothing of
 * the kind: when they last accepted an alarm.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('notification').addColumn('heard_at', 'bigint').execute()
  // reads each delivery once: there may be millions, and no index leads from a channel to its deliveries
  await sql`
    update notification set heard_at = heard.at from (
      select d.notification_id as id, max(case n.type when 'push' then d.shown_at else d.sent_at end) as at
      from delivery d join notification n on n.id = d.notification_id
      where n.type = 'push' or (d.alarm_id is not null and d.state = 'sent')
      group by d.notification_id
    ) as heard where heard.id = notification.id`.execute(db)
}
