import { type Kysely, sql } from 'kysely'

/**
 * When a transmitter measured its stored battery, temperature and signal, in epoch seconds: importing a table of last year no longer replaces
 * them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('controller').addColumn('station_measured_at', 'bigint').execute()
  await sql`
    update controller set station_measured_at = last_seen_at / 1000
    where battery_mv is not null or chip_temperature_centi is not null or signal_dbm is not null`.execute(db)
}
