import type { Kysely } from 'kysely'

/**
 * The voltage (mV) at which the battery of a transmitter is low, for devices whose maker names one, as their cells never reach that of the
 * others. Null: as for a lithium-ion cell; those that came before are known with their next uplink.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('controller').addColumn('battery_low_mv', 'integer').execute()
}
