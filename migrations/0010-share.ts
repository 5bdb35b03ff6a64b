import type { Kysely } from 'kysely'
import { identity } from './column-type.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('share')
    .addColumn('id', 'integer', identity(db))
    .addColumn('account_id', 'integer', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('days', 'integer')
    .addColumn('begins_at', 'bigint')
    .addColumn('ends_at', 'bigint')
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('token_sealed', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('share_account').on('share').column('account_id').execute()
  await db.schema
    .createTable('share_scale')
    .addColumn('share_id', 'integer', (c) => c.notNull().references('share.id').onDelete('cascade'))
    .addColumn('scale_id', 'integer', (c) => c.notNull().references('scale.id').onDelete('cascade'))
    .addColumn('place', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('share_scale_key', ['share_id', 'scale_id'])
    .execute()
  await db.schema.createIndex('share_scale_scale').on('share_scale').column('scale_id').execute()
}
