import type { Kysely } from 'kysely'

/** A mail may come from a sender other than the installation itself, such as its shop. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['sender_name', 'sender_address', 'reply_to']) {
    await db.schema.alterTable('mail').addColumn(column, 'text').execute()
  }
}
