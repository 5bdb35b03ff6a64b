import type { Kysely } from 'kysely'
import { clustered } from './column-type.ts'

/** How much scales that send rarely gained or lost compared with the days before; the hives next to them are judged by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const deviation = db.schema
    .createTable('deviation')
    .addColumn('scale_id', 'integer', (c) => c.notNull().references('scale.id').onDelete('cascade'))
    .addColumn('time', 'bigint', (c) => c.notNull())
    .addColumn('from', 'bigint', (c) => c.notNull())
    .addColumn('grams', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('deviation_key', ['scale_id', 'time'])
  await clustered(db, deviation).execute()
}
