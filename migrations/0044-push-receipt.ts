import type { Kysely } from 'kysely'

/** Of the pushes that push services accepted, those that devices report to have shown; times in epoch ms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('delivery').addColumn('shown_at', 'bigint').execute()
  for (const column of ['receipts_since', 'unshown_since', 'never_shown_since']) {
    await db.schema.alterTable('notification').addColumn(column, 'bigint').execute()
  }
  await db.schema
    .alterTable('notification')
    .addColumn('unshown_count', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
