import type { Kysely } from 'kysely'

/**
 * When somebody was at an apiary, in epoch ms; `ended_at` is null while they are there. Their notes name the visit, and may arrive
 * before it: a phone without a network sends late and in any order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('visit')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('controller_id', 'integer', (c) => c.notNull().references('controller.id').onDelete('cascade'))
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('ended_by', 'text')
    .addColumn('created_by', 'integer', (c) => c.references('account.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute()
  await db.schema.createIndex('visit_controller').on('visit').columns(['controller_id', 'started_at']).execute()
  await db.schema.createIndex('visit_ended').on('visit').column('ended_at').execute()
  await db.schema.alterTable('intervention').addColumn('amount_grams', 'integer').execute()
  await db.schema.alterTable('intervention').addColumn('detail', 'text').execute()
  await db.schema.alterTable('intervention').addColumn('visit_id', 'text').execute()
  await db.schema.createIndex('intervention_visit').on('intervention').column('visit_id').execute()
}
