import type { Kysely } from 'kysely'

/** When the user of a session last proved to be its owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('session')
    .addColumn('confirmed_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
}
