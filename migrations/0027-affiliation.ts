import type { Kysely } from 'kysely'

/** Affiliations list their members, and an administrator's session can be used to act as another account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('account_affiliation').on('account').column('affiliation_id').execute()
  await db.schema
    .alterTable('session')
    .addColumn('actor_token_hash', 'text', (c) => c.references('session.token_hash').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('session_actor').on('session').column('actor_token_hash').execute()
}
