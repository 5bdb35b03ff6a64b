import { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import type { Lane, Statement, StatementResult, Transaction } from './lane.ts'
import { laneDialect } from './lane-dialect.ts'
import { loadMigration } from './migration-files.ts'
import { openSqlite, type SqliteHandle } from './open-sqlite.ts'
import { type Migrating, MigrationError, runMigration, runMigrations } from './run-migrations.ts'
import { createSqliteLane } from './sqlite-lane.ts'

/** What SQLite reports for a statement that has already been done or, after a column was renamed or a table replaced, no longer has anything to work on. */
const DONE = /already exists|duplicate column name|UNIQUE constraint failed|no such (column|table)/

/** Whether a migration may have failed because part of it was already done: versions without transactions left interrupted ones half done. */
export const isHalfDone = (error: unknown): boolean => DONE.test((error as Error).message)

export const kyselyOnLane = (lane: Pick<Lane, 'execute' | 'begin'>): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: laneDialect({ writer: lane, reader: () => lane }) })

class OtherSchema extends Error {}

/**
 * Completes a migration that an interruption left half done, in one transaction. It is kept only if the schema is
 * then what the migrations produce from an empty database; otherwise nothing is changed, and the result is false.
 */
export async function finishMigration(
  sqlite: SqliteHandle,
  name: string,
  expected: string | Promise<string> = schemaAfter(name),
): Promise<boolean> {
  const schema = await expected
  const lane = createSqliteLane(sqlite, {})
  const lenient = kyselyOnLane({ ...lane, begin: async () => passingOver(await lane.begin()) })
  const migration = await loadMigration(name)
  try {
    await lenient.transaction().execute(async (transaction) => {
      await runMigration(transaction as unknown as Migrating, name, migration)
      if (schemaOf(sqlite) !== schema) throw new OtherSchema()
    })
    return true
  } catch (error) {
    if (error instanceof OtherSchema || (error as { code?: string }).code === 'SQLITE_ERROR') return false
    throw new MigrationError(name, error)
  }
}

/** Skips statements that have already been done. */
function passingOver(transaction: Transaction): Transaction {
  return {
    ...transaction,
    async execute(statement: Statement): Promise<StatementResult> {
      try {
        return await transaction.execute(statement)
      } catch (error) {
        if (!/^\s*(create|alter|insert|update)\b/i.test(statement.sql) || !isHalfDone(error)) throw error
        return { rows: [], changes: 0, insertId: undefined }
      }
    },
  }
}

/** The schema that the migrations up to this one produce from an empty database. */
async function schemaAfter(name: string): Promise<string> {
  const sqlite = openSqlite(':memory:', { readonly: false })
  try {
    await runMigrations(kyselyOnLane(createSqliteLane(sqlite, {})), name)
    return schemaOf(sqlite)
  } finally {
    sqlite.close()
  }
}

/** The schema of everything that belongs to the app, in a fixed order. */
export const schemaOf = (sqlite: SqliteHandle): string =>
  sqlite
    .prepare<[], { sql: string }>(
      `select sql from sqlite_master where sql is not null and tbl_name not like 'kysely\\_%' escape '\\'
       and name not like 'sqlite\\_%' escape '\\' order by sql`,
    )
    .all()
    .map(({ sql }) => sql)
    .join('\n')
