import type { Kysely } from 'kysely'
import { bytes } from './column-type.ts'

/**
 * An inbox row may hold messages of several transmitters that were committed together: `senders` gives the length of each one's part.
 * Existing rows come from one transmitter each, as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('inbox').addColumn('senders', bytes(db)).execute()
}
