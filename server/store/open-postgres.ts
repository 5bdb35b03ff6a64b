import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { checkPostgres, toPostgresStartError } from '../platform/db/check-postgres.ts'
import { isLocked } from '../platform/db/lane.ts'
import { migrationNames } from '../platform/db/migration-files.ts'
import { createPostgresLane } from '../platform/db/postgres-lane.ts'
import { ANSWERED_WITHIN_MS, CONNECTIONS, openPool } from '../platform/db/postgres-pool.ts'
import {
  type BeforeMigrations,
  hasMigrations,
  MigrationError,
  pendingMigrations,
  runMigrations,
} from '../platform/db/run-migrations.ts'
import { watchLock } from '../platform/db/watch-lock.ts'
import { StartError } from '../platform/runtime/start-error.ts'
import { postgresKysely, runOnSnapshot, sharedWrites } from './connect-postgres.ts'
import type { Database } from './database.ts'
import { createPostgresWriter, type PostgresWriter } from './postgres-writer.ts'
import type { Tables } from './tables.ts'
import { createWorkerLane, leastBusy } from './worker-lane.ts'

const LOOK_AGAIN_MS = 500
/** A thread cannot serve its connections while it runs a task. */
const STANDS_STILL_MS = 60_000

/** Of a node's connections, one is for the writer, one renews the node's lease, and a third of them are for long reads. */
const WRITERS = 1
const NODES = 1
const READING = 4
/** Much longer than a task waits for a lock, so that something fails within it while somebody holds one, even if little is to be written. */
const FREE_AFTER_MS = 120_000

/**
 * Opens and migrates a PostgreSQL database, with one thread for writing tasks and some for reading ones. `onLost`: a thread ended unexpectedly;
 * `onLock`: somebody else holds a lock that the writer needs, or no longer does; `epoch`: the epoch in which this node keeps the database; once it is
 * over, nothing more is written. Throws StartError if it cannot be used.
 */
export async function openPostgres(
  url: string,
  options: {
    readers: number
    onLost: (error: Error) => void
    onLock?: (isHeld: boolean) => void
    epoch?: number | undefined
    before?: BeforeMigrations
  },
): Promise<Database> {
  const readers = Math.min(options.readers, READING)
  const connections = Math.floor(READING / readers)
  await upgradePostgres(url, options.before)
  const { epoch } = options
  const plain = CONNECTIONS - WRITERS - NODES - readers * connections
  const lane = createPostgresLane(await openPool(url, { max: plain, query_timeout: ANSWERED_WITHIN_MS }), { epoch })
  const memory = new SharedArrayBuffer(4)
  const writer = watchLock(
    createWorkerLane({ url, role: 'writer', writes: memory, epoch }, options.onLost),
    (isHeld) => options.onLock?.(isHeld),
    async (sinceMs) => sinceMs > FREE_AFTER_MS,
  )
  const reading = Array.from({ length: readers }, () =>
    createWorkerLane({ url, role: 'reader', connections }, options.onLost),
  )
  return {
    db: postgresKysely(lane, sharedWrites(memory)),
    read: (task, input) => leastBusy(reading).run(task, input) as never,
    write: (task, input) => writer.run(task, input) as never,
    async close() {
      await Promise.all([writer, ...reading].map((thread) => thread.close()))
      await lane.close()
    },
  }
}

/**
 * Upgrades a PostgreSQL database to the newest schema. If several nodes start at once, one migrates and the others wait. Throws
 * StartError, saying what to do, if the server cannot be reached, the database belongs to another program or is too new, or a migration fails.
 */
export async function upgradePostgres(url: string, before?: BeforeMigrations): Promise<void> {
  const lane = createPostgresLane(await openPool(url, { max: 1 }), { takesLong: true })
  try {
    const db = postgresKysely(lane, { count: 0 })
    await checkPostgres(db, url)
    await before?.(db, (await hasMigrations(db)) ? await pendingMigrations(db) : migrationNames())
    await migrate(db, url)
  } catch (error) {
    throw toPostgresStartError(error, url) ?? error
  } finally {
    await lane.close()
  }
}

async function migrate(db: Kysely<Tables>, url: string): Promise<void> {
  for (;;) {
    try {
      return await runMigrations(db)
    } catch (error) {
      const cause = error instanceof MigrationError ? error.cause : error
      if (!isLocked(cause)) throw toPostgresStartError(error, url) ?? orStartError(error)
      await pause(LOOK_AGAIN_MS)
    }
  }
}

const orStartError = (error: unknown): unknown =>
  error instanceof MigrationError
    ? new StartError(
        `the database could not be upgraded: ${error.message.replaceAll('\n', ' ')}, and nothing of it was kept; start again, or install the previous version`,
        { cause: error },
      )
    : error

/** A migrated database whose tasks run in this thread: for tests. */
export async function postgresInThisThread(url: string): Promise<Database> {
  const lane = createPostgresLane(await openPool(url, { connectionTimeoutMillis: STANDS_STILL_MS }))
  const writes = { count: 0 }
  let writer: PostgresWriter | undefined
  return {
    db: postgresKysely(lane, writes),
    read: (task, input) => runOnSnapshot(lane, task, input) as never,
    // an open transaction would wait for this thread, and the task, which blocks the thread, for the transaction
    write: (task, input) =>
      lane.betweenTransactions(() => {
        writer ??= createPostgresWriter(url, writes)
        return writer.run(task, input)
      }) as never,
    async close() {
      writer?.close()
      await lane.close()
    },
  }
}
