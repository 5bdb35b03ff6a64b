import type { Kysely } from 'kysely'

/** At which of its addresses somebody uses this installation, for what is sent to them by itself. Unknown until the next visit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('account').addColumn('site_host', 'text').execute()
  await db.schema.alterTable('share').addColumn('site_host', 'text').execute()
}
