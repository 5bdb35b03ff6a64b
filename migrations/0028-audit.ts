import type { Kysely } from 'kysely'
import { identity } from './column-type.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  // no foreign keys: an entry stays as it was written when an account or its subject is removed
  await db.schema
    .createTable('audit')
    .addColumn('id', 'integer', identity(db))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('actor_id', 'integer', (c) => c.notNull())
    .addColumn('actor_email', 'text', (c) => c.notNull())
    .addColumn('acting_as_id', 'integer')
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('subject_type', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('request_id', 'text')
    .execute()
  await db.schema.createIndex('audit_subject').on('audit').columns(['subject_type', 'subject_id', 'id']).execute()
  await db.schema.createIndex('audit_actor').on('audit').columns(['actor_id', 'id']).execute()
  await db.schema.createIndex('audit_at').on('audit').column('at').execute()
}
