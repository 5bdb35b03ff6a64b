import { type Kysely, sql } from 'kysely'

/** Transmitters that administrators gave to their first owners started without notifications, so that they never sent an SMS. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update controller set remaining_notifications = limit_reset
    where owner_id is not null and activated_at is null and remaining_notifications = 0`.execute(db)
}
