import { type Kysely, sql } from 'kysely'

/**
 * Users without a transmitter of their own watch others in order to be alerted: what they watch is now selected for their channels, as will be
 * done from now on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into notification_controller (notification_id, controller_id)
    select n.id, w.controller_id from notification n join watch w on w.account_id = n.account_id
    where n.every_own = 1 and not exists (select 1 from controller c where c.owner_id = n.account_id)
    on conflict do nothing`.execute(db)
}
