import type { Kysely } from 'kysely'

/** One-time codes and recovery codes; existing sessions count as started with the password alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('one_time_code')
    .addColumn('account_id', 'integer', (c) => c.primaryKey().references('account.id').onDelete('cascade'))
    .addColumn('secret_sealed', 'text')
    .addColumn('since', 'bigint')
    .addColumn('last_step', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('pending_sealed', 'text')
    .addColumn('pending_until', 'bigint')
    .execute()
  await db.schema
    .createTable('recovery_code')
    .addColumn('account_id', 'integer', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('recovery_code_key', ['account_id', 'code_hash'])
    .execute()
  await db.schema
    .alterTable('session')
    .addColumn('factor', 'text', (c) => c.notNull().defaultTo('password'))
    .execute()
}
