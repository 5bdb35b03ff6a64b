import type { Kysely } from 'kysely'
import { bytes } from './column-type.ts'

/**
 * A row of the inbox may hold what several transmitters sent, as it was committed together: `senders` says whose part is how long.
 * Rows that are there are of one transmitter each, as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('inbox').addColumn('senders', bytes(db)).execute()
}
