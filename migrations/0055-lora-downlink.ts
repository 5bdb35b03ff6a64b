import type { Kysely } from 'kysely'

/** The update interval that a LoRaWAN device was told by downlink, or had when first heard, and the outcome of the last attempt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('lora_downlink')
    .addColumn('controller_id', 'integer', (c) => c.primaryKey().references('controller.id').onDelete('cascade'))
    .addColumn('interval_hours', 'integer', (c) => c.notNull())
    .addColumn('failures', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('tried_at', 'bigint')
    .execute()
}
