import { type Kysely, sql } from 'kysely'

/**
 * Until when a visit holds alarms back (epoch ms), separate from the time until which somebody muted them: each ends by itself. A mute
 * that came only from a visit gets an end at time 0, as nobody set it. Visits last eight hours at most.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('mute').addColumn('held_until', 'bigint').execute()
  await sql`
    update mute set held_until = "until", "until" = 0 where exists (
      select 1 from visit
      where visit.created_by = mute.account_id and visit.controller_id = mute.controller_id
        and visit.ended_at is null and visit.deleted_at is null and visit.started_at + 28800000 = mute."until"
    ) and notification_type in ('swarm', 'disturbance', 'activity')`.execute(db)
}
