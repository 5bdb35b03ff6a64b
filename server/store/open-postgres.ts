import { setTimeout as pause } from 'node:timers/promises'
import { Kysely } from 'kysely'
import type { Pool } from 'pg'
import { checkPostgres, toPostgresStartError } from '../platform/db/check-postgres.ts'
import { isLocked, type Transaction } from '../platform/db/lane.ts'
import { laneDialect } from '../platform/db/lane-dialect.ts'
import { postgresEngine } from '../platform/db/postgres-compiler.ts'
import { createPostgresLane, type PostgresLane } from '../platform/db/postgres-lane.ts'
import { openPool } from '../platform/db/postgres-pool.ts'
import { MigrationError, runMigrations } from '../platform/db/run-migrations.ts'
import type { ForeignWrites } from '../platform/db/sqlite-lane.ts'
import { StartError } from '../platform/runtime/start-error.ts'
import type { Database } from './database.ts'
import { createPostgresWriter, type PostgresWriter } from './postgres-writer.ts'
import { readerTasks } from './reader-tasks.ts'
import type { Tables } from './tables.ts'

const LOOK_AGAIN_MS = 500

/**
 * Opens a database of PostgreSQL, migrated. Where several nodes begin at once, one migrates and the others wait. Throws StartError
 * where it cannot be used.
 */
export async function openPostgres(url: string): Promise<Database> {
  const database = postgresDatabase(await openPool(url), url)
  try {
    await checkPostgres(database.db, url)
    await migrate(database.db, url)
    return database
  } catch (error) {
    await database.close()
    throw toPostgresStartError(error, url) ?? error
  }
}

async function migrate(db: Kysely<Tables>, url: string): Promise<void> {
  for (;;) {
    try {
      return await runMigrations(db)
    } catch (error) {
      const cause = error instanceof MigrationError ? error.cause : error
      if (!isLocked(cause)) throw toPostgresStartError(cause, url) ?? orStartError(error)
      await pause(LOOK_AGAIN_MS)
    }
  }
}

const orStartError = (error: unknown): unknown =>
  error instanceof MigrationError
    ? new StartError(
        `the database could not be upgraded: ${error.message.replaceAll('\n', ' ')}, and nothing of that was kept; start again, or install the version from before`,
        { cause: error },
      )
    : error

/** A migrated database behind a pool; `url`: where the tasks of the writer have a connection of their own. */
export function postgresDatabase(pool: Pool, url: string): Database {
  const lane = createPostgresLane(pool)
  const foreignWrites = { count: 0 }
  const writer = countWrites(lane, foreignWrites)
  let tasks: PostgresWriter | undefined
  return {
    db: new Kysely<Tables>({ dialect: laneDialect({ writer, reader: () => lane }, postgresEngine) }),
    read: (task, input) =>
      lane.onSnapshot((snapshot) => (readerTasks[task] as ReaderTask)(kyselyOn(snapshot), input)) as never,
    write: (task, input) =>
      lane.betweenTransactions(() => {
        tasks ??= createPostgresWriter(url, foreignWrites)
        return tasks.run(task, input)
      }) as never,
    async close() {
      tasks?.close()
      await lane.close()
    },
  }
}

type ReaderTask = (db: Kysely<Tables>, input: unknown) => Promise<unknown>

/** What is written beside the tasks makes them read again what they remember of it. */
function countWrites(lane: PostgresLane, writes: ForeignWrites): Pick<PostgresLane, 'execute' | 'begin'> {
  const counting =
    (execute: PostgresLane['execute']): PostgresLane['execute'] =>
    (statement) => {
      writes.count++
      return execute(statement).finally(() => writes.count++)
    }
  return {
    execute: counting(lane.execute),
    async begin() {
      const transaction = await lane.begin()
      return { ...transaction, execute: counting(transaction.execute) }
    },
  }
}

/** Kysely inside a transaction that has begun. */
function kyselyOn({ execute }: Pick<Transaction, 'execute'>): Kysely<Tables> {
  const begin = () => Promise.reject(new Error('there is a transaction already'))
  const lane = { execute, begin }
  return new Kysely<Tables>({ dialect: laneDialect({ writer: lane, reader: () => lane }, postgresEngine) })
}
