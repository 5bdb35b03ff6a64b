import type { Kysely } from 'kysely'

/**
 * When an archived or switched-off scale stopped collecting (epoch ms): earlier measurements that arrive late still belong to it.
 * Null: it is collecting, or the time is unknown, as for all existing scales.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('scale').addColumn('collected_until', 'bigint').execute()
}
