import type { Kysely } from 'kysely'

/** The host at which somebody uses this installation, for links in what is sent to them unprompted. Unknown until their next visit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('account').addColumn('site_host', 'text').execute()
  await db.schema.alterTable('share').addColumn('site_host', 'text').execute()
}
