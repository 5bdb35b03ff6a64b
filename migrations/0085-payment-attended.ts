import type { Kysely } from 'kysely'

/** When somebody took care of a payment that does not count (epoch ms). Null: nobody has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('order_payment').addColumn('attended_at', 'bigint').execute()
}
