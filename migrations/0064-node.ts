import type { Kysely } from 'kysely'

/**
 * Servers working on one database, with the address at which the others reach each, and which of them keeps the readings: one row, whose `epoch`
 * increases with each keeper. `keys` identifies the keys of its servers. A database file has neither.
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
  // transactions lock the epoch: taking over waits for them, renewing the lease does not, as it changes no key
  await db.schema
    .createTable('keeping')
    .addColumn('epoch', 'bigint', (c) => c.primaryKey().notNull())
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('lease_until', 'bigint', (c) => c.notNull())
    .addColumn('keys', 'text')
    .execute()
}
