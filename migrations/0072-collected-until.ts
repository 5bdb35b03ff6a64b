import type { Kysely } from 'kysely'

/**
 * Until when a scale collected that is archived or switched off (epoch ms): what was weighed before and arrives late is still its own.
 * Null: it collects, or nobody knows since when it does not, as of all that are there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('scale').addColumn('collected_until', 'bigint').execute()
}
