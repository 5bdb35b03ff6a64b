import type { Kysely } from 'kysely'

/**
 * The interval that a transmitter had before it was last changed, and when that was (epoch ms): it keeps to the former one until it has been heard
 * after the change. And which other transmitters, as `,3,5,`, a message about a silent one names. Null: none, or from before this migration.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('controller').addColumn('former_interval_hours', 'integer').execute()
  await db.schema.alterTable('controller').addColumn('interval_changed_at', 'bigint').execute()
  await db.schema.alterTable('delivery').addColumn('named', 'text').execute()
}
