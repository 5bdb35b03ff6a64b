import type { Kysely } from 'kysely'

/** By how much a node's clock is ahead of the database's, in ms, negative where it is behind; null where they fit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('node').addColumn('clock_ahead_ms', 'bigint').execute()
}
