import { type Kysely, sql } from 'kysely'
import { bytes, identity } from './column-type.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await nameSessions(db)
  await db.schema
    .createTable('password_reset')
    .addColumn('id', 'integer', identity(db))
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('account_id', 'integer', (c) => c.references('account.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('password_reset_account').on('password_reset').column('account_id').execute()
  await db.schema
    .createTable('passkey')
    .addColumn('id', 'integer', identity(db))
    .addColumn('account_id', 'integer', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('credential_id', 'text', (c) => c.notNull().unique())
    .addColumn('public_key', bytes(db), (c) => c.notNull())
    .addColumn('counter', 'bigint', (c) => c.notNull())
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute()
  await db.schema.createIndex('passkey_account').on('passkey').column('account_id').execute()
  await db.schema
    .createTable('passkey_challenge')
    .addColumn('challenge_hash', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'integer', (c) => c.references('account.id').onDelete('cascade'))
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('mail')
    .addColumn('id', 'integer', identity(db))
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('text', 'text')
    .addColumn('html', 'text')
    .addColumn('attachments', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('sent_at', 'bigint')
    .addColumn('last_error', 'text')
    .execute()
  await db.schema.createIndex('mail_due').on('mail').columns(['state', 'due_at']).execute()
}

/** Gives every session a name that its owner may see. */
async function nameSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('session')
    .addColumn('id', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  const { rows } = await sql<{ token_hash: string }>`select token_hash from session`.execute(db)
  for (const { token_hash } of rows) {
    await sql`update session set id = ${crypto.randomUUID()} where token_hash = ${token_hash}`.execute(db)
  }
  await db.schema.createIndex('session_name').on('session').column('id').unique().execute()
}
