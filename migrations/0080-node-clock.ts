import type { Kysely } from 'kysely'

/** How far a node's clock is ahead of the database's, in ms, negative if it is behind; null if they agree. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('node').addColumn('clock_ahead_ms', 'bigint').execute()
}
