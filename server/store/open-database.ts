import { Kysely } from 'kysely'
import type { Lane } from '../platform/db/lane.ts'
import { laneDialect } from '../platform/db/lane-dialect.ts'
import { type BeforeMigrations, runMigrations } from '../platform/db/run-migrations.ts'
import { type Told, upgradeDatabase } from '../platform/db/upgrade-database.ts'
import { watchLock } from '../platform/db/watch-lock.ts'
import { toStartError } from '../platform/runtime/start-error.ts'
import { createOnlyLane } from './connect.ts'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'
import { createWorkerLane, leastBusy } from './worker-lane.ts'

/**
 * Opens and migrates the database file, with one writer thread and some reader threads. `onLost`: a thread ended unexpectedly; `onLock`:
 * another process acquired or released the write lock; `told`: receives the progress of an upgrade. Throws StartError if the file cannot be used.
 */
export async function openDatabase(
  file: string,
  options: {
    readers: number
    onLost: (error: Error) => void
    onLock?: (isHeld: boolean) => void
    told?: Told
    before?: BeforeMigrations
  },
): Promise<Database> {
  await upgradeDatabase(file, options.told, options.before)
  let isOpen = false
  const onLost = (error: Error) => isOpen && options.onLost(error)
  const onLock = (isHeld: boolean) => options.onLock?.(isHeld)
  const writer = watchLock(createWorkerLane({ file, role: 'writer' }, onLost), onLock)
  const readers = Array.from({ length: options.readers }, () => createWorkerLane({ file, role: 'reader' }, onLost))
  const first = { sql: 'select 1', parameters: [] }
  const opened = await Promise.allSettled([writer, ...readers].map((lane) => lane.execute(first)))
  const failed = opened.find((lane) => lane.status === 'rejected')
  if (failed) throw toStartError(failed.reason, file) ?? failed.reason
  isOpen = true
  const close = async () => {
    await Promise.all(readers.map((reader) => reader.close()))
    await writer.close()
  }
  return databaseOf(writer, () => leastBusy(readers), close)
}

let migrated: Promise<Buffer> | undefined

/** Returns a migrated database in memory, in this thread, for tests. Migrations run once; later calls copy the result. */
export async function openMemoryDatabase(): Promise<Database> {
  migrated ??= migrateInMemory()
  return inThisThread(createOnlyLane(await migrated).lane)
}

async function migrateInMemory(): Promise<Buffer> {
  const { lane, sqlite } = createOnlyLane(':memory:')
  const database = inThisThread(lane)
  await runMigrations(database.db)
  const bytes = sqlite.serialize()
  await database.close()
  return bytes
}

/** Opens a database file in this thread without migrating it: for a program that has it to itself. */
export const openAlone = (file: string): Database => inThisThread(createOnlyLane(file).lane)

const inThisThread = (lane: Lane): Database =>
  databaseOf(
    lane,
    () => lane,
    () => lane.close(),
  )

function databaseOf(writer: Lane, reader: () => Lane, close: () => Promise<void>): Database {
  const db = new Kysely<Tables>({ dialect: laneDialect({ writer, reader }) })
  return {
    db,
    read: (task, input) => reader().run(String(task), input) as never,
    write: (task, input, pace) => writer.run(String(task), input, pace) as never,
    close,
  }
}
