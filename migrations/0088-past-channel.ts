import type { Kysely } from 'kysely'
import { clustered } from './column-type.ts'

/**
 * The channels that a scale moved away from, with the times between which it was there (epoch ms; 0: from its beginning, or since an unknown
 * time). Of moves before this migration nobody knows where from.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const past = db.schema
    .createTable('past_channel')
    .addColumn('scale_id', 'integer', (c) => c.notNull().references('scale.id').onDelete('cascade'))
    .addColumn('until', 'bigint', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('channel', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('past_channel_key', ['scale_id', 'until'])
  await clustered(db, past).execute()
}
