import type { Kysely } from 'kysely'

/** The first hive name in a transmitter's points: it stands for the first channel, and no other name does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('controller').addColumn('first_hive', 'text').execute()
}
