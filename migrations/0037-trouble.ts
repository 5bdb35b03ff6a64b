import { type Kysely, sql } from 'kysely'
import { identity } from './column-type.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('trouble')
    .addColumn('id', 'integer', identity(db))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('values', 'text', (c) => c.notNull().defaultTo('{}'))
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('last_seen', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('told_at', 'bigint')
    .addColumn('end_told_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('trouble_open')
    .on('trouble')
    .columns(['kind', 'subject'])
    .unique()
    .where(sql.ref('ended_at'), 'is', null)
    .execute()
  await db.schema.createIndex('trouble_ended').on('trouble').column('ended_at').execute()
}
