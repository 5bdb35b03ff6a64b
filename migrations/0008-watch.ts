import { type Kysely, sql } from 'kysely'

/** The code itself is kept only as a hash and sealed; the column meant for the plain code was never filled. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update controller set watch_code = null`.execute(db)
  await db.schema.alterTable('controller').renameColumn('watch_code', 'watch_code_hash').execute()
  await db.schema.alterTable('controller').addColumn('watch_code_sealed', 'text').execute()
  await db.schema.alterTable('controller').addColumn('watch_code_ends_at', 'bigint').execute()
  await db.schema.alterTable('watch').addColumn('code_hash', 'text').execute()
  await db.schema.alterTable('watch').addColumn('code_sealed', 'text').execute()
  await db.schema.createIndex('watch_controller').on('watch').column('controller_id').execute()
  await db.schema
    .createTable('ended_watch')
    .addColumn('account_id', 'integer', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('controller_id', 'integer', (c) => c.notNull().references('controller.id').onDelete('cascade'))
    .addColumn('code_hash', 'text')
    .addColumn('code_sealed', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('ended_watch_key', ['account_id', 'controller_id'])
    .execute()
}
