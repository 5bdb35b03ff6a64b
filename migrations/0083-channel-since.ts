import type { Kysely } from 'kysely'

/**
 * When a scale last moved to another channel (epoch ms): what it measured before came from other load cells. Null: it never moved, or
 * the time is unknown, as for all existing scales.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('scale').addColumn('channel_since', 'bigint').execute()
}
