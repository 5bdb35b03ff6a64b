import type { Kysely } from 'kysely'

/** Finds what was imported for a day of a scale: a transmitter's late reading of the same time replaces it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('import_reading_day').on('import_reading').columns(['scale_id', 'from']).execute()
}
