import type { Kysely } from 'kysely'

/** The name by which the points of a transmitter called a hive first: it is that of the first channel, and no other name is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('controller').addColumn('first_hive', 'text').execute()
}
