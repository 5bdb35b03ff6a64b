import type { Kysely } from 'kysely'

/**
 * A key that a transmitter is handed with the reply to its readings, sealed so that it can be said again until it was used once;
 * and the key that it had under its former owner.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['next_key_hash', 'next_key_sealed', 'former_key_hash']) {
    await db.schema.alterTable('controller').addColumn(column, 'text').execute()
  }
  await db.schema.createIndex('controller_next_key').on('controller').column('next_key_hash').unique().execute()
}
