import { type Kysely, sql } from 'kysely'

/**
 * When a channel last reached somebody, in epoch ms. Of those that are there: when a device showed a push, and for the others, which say
 * nothing of the kind, when an alarm was last taken there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('notification').addColumn('heard_at', 'bigint').execute()
  await sql`
    update notification set heard_at = (
      select max(case notification.type when 'push' then d.shown_at else d.sent_at end)
      from delivery d
      where d.notification_id = notification.id
        and (notification.type = 'push' or (d.alarm_id is not null and d.state = 'sent'))
    )`.execute(db)
}
