import { type Kysely, sql } from 'kysely'

/** Addresses that an account has confirmed or is asked to confirm; those that received mail before count as confirmed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mail_address')
    .addColumn('account_id', 'integer', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('address_hash', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('code_hash', 'text')
    .addColumn('code_expires_at', 'bigint')
    .addColumn('code_tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('confirmed_at', 'bigint')
    .addPrimaryKeyConstraint('mail_address_key', ['account_id', 'address_hash'])
    .execute()
  await db.schema
    .alterTable('forwarding')
    .addColumn('unconfirmed', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`
    insert into mail_address (account_id, address_hash, address, confirmed_at)
    select account_id, address_hash, address, min(created_at) from (
      select account_id, address_hash, address, created_at from notification
        where type = 'email' and status <> 'pending'
      union all
      select account_id, address_key, address, created_at from forwarding where target = 'capaz'
    ) as used group by account_id, address_hash, address`.execute(db)
}
