import type { Kysely } from 'kysely'

/** What came by imports on a day of a scale: a transmitter's late reading of the same time takes its place. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('import_reading_day').on('import_reading').columns(['scale_id', 'from']).execute()
}
