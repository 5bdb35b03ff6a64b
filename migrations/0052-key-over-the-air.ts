import type { Kysely } from 'kysely'

/**
 * A key handed to a transmitter in the reply to its readings, sealed so that it can be repeated until it has been used once;
 * and the key the transmitter had under its former owner.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['next_key_hash', 'next_key_sealed', 'former_key_hash']) {
    await db.schema.alterTable('controller').addColumn(column, 'text').execute()
  }
  await db.schema.createIndex('controller_next_key').on('controller').column('next_key_hash').unique().execute()
}
