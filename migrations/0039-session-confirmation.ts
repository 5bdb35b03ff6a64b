import type { Kysely } from 'kysely'

/** When whoever uses a session last showed that they are its owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('session')
    .addColumn('confirmed_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
}
