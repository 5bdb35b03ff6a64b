import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Tables } from '../../store/tables.ts'
import { systemClock } from '../runtime/clock.ts'
import { loadMigration, migrationNames } from './migration-files.ts'

/** Lists the migrations a database has had; Kysely's own table, as earlier versions kept it. */
type MigrationTables = { kysely_migration: { name: string; timestamp: string } }
export type Migrating = Kysely<Tables & MigrationTables>

/** Called with the pending migrations (for an empty database all of them); throws if they must not run. */
export type BeforeMigrations = (db: Kysely<Tables>, pending: readonly string[]) => Promise<void>

/** A migration that failed; nothing of it was kept. */
export class MigrationError extends Error {
  override name = 'MigrationError'
  readonly migration: string

  constructor(migration: string, cause: unknown) {
    super(`migration ${migration} failed: ${(cause as Error).message}`, { cause })
    this.migration = migration
  }
}

/**
 * Brings a database to the newest schema, or to `target`. Each migration and the record that it was done share
 * one transaction, so an interruption leaves the database as it was. Throws MigrationError.
 */
export async function runMigrations(db: Kysely<Tables>, target?: string): Promise<void> {
  const migrating = db as unknown as Migrating
  // otherwise two processes starting at once would both find no table
  await migrating.transaction().execute((transaction) =>
    transaction.schema
      .createTable('kysely_migration')
      .ifNotExists()
      .addColumn('name', 'varchar(255)', (c) => c.notNull().primaryKey())
      .addColumn('timestamp', 'varchar(255)', (c) => c.notNull())
      .execute(),
  )
  for (const name of await pendingMigrations(db)) {
    if (target !== undefined && name > target) break
    const migration = await loadMigration(name)
    try {
      await migrating.transaction().execute((transaction) => runMigration(transaction, name, migration))
    } catch (error) {
      throw new MigrationError(name, error)
    }
  }
}

/** Runs a migration within a transaction. Recording it first keeps out another process about to run the same one. */
export async function runMigration(transaction: Migrating, name: string, migration: Migration): Promise<void> {
  if (await noteMigration(transaction, name)) await migration.up(transaction)
}

/** Returns false if it was already recorded. Timestamps increase even if the clock does not: earlier versions ordered migrations by them. */
async function noteMigration(transaction: Migrating, name: string): Promise<boolean> {
  const last = await transaction
    .selectFrom('kysely_migration')
    .select(({ fn }) => fn.max('timestamp').as('at'))
    .executeTakeFirst()
  const at = Math.max(systemClock.now(), last?.at ? Date.parse(last.at) + 1 : 0)
  const noted = await transaction
    .insertInto('kysely_migration')
    .values({ name, timestamp: new Date(at).toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return noted.numInsertedOrUpdatedRows === 1n
}

/** The migrations that a database has had, in order. */
export async function executedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const rows = await (db as unknown as Migrating).selectFrom('kysely_migration').select('name').execute()
  return rows.map(({ name }) => name).sort()
}

/** For PostgreSQL: whether this program was ever started on the database. */
export async function hasMigrations(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`select to_regclass('kysely_migration') is not null as found`.execute(db)
  return Boolean(rows[0]?.found)
}

/** The names of the migrations that a database with a schema still lacks. */
export async function pendingMigrations(db: Kysely<Tables>): Promise<string[]> {
  const names = new Set(await executedMigrations(db))
  return migrationNames().filter((name) => !names.has(name))
}
