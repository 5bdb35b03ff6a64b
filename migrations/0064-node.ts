import type { Kysely } from 'kysely'

/**
 * Servers that work on one database, each with where the others reach it, and which of them keeps the readings: one row, whose `epoch` rises
 * with each keeper. `keys`: by what the keys of its servers are known. A database in a file has neither.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('node')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('session', 'text', (c) => c.notNull())
    .addColumn('address', 'text')
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addColumn('stopped_at', 'bigint')
    .addColumn('lost_at', 'bigint')
    .execute()
  // transactions hold the epoch: taking over waits for them, renewing the lease does not, as that changes no key
  await db.schema
    .createTable('keeping')
    .addColumn('epoch', 'bigint', (c) => c.primaryKey().notNull())
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('lease_until', 'bigint', (c) => c.notNull())
    .addColumn('keys', 'text')
    .execute()
}
