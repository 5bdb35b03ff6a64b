import { Kysely } from 'kysely'
import type { Lane } from '../platform/db/lane.ts'
import { laneDialect } from '../platform/db/lane-dialect.ts'
import { openSqlite, type SqliteHandle } from '../platform/db/open-sqlite.ts'
import { createExecute, createSqliteLane, endTransaction, type Tasks } from '../platform/db/sqlite-lane.ts'
import { readerTasks } from './reader-tasks.ts'
import type { Tables } from './tables.ts'
import { createWriterTasks } from './writer-tasks.ts'

/** Kysely inside a task, on the connection that the task holds exclusively. */
function kyselyOn(sqlite: SqliteHandle): Kysely<Tables> {
  const execute = createExecute(sqlite)
  const direct = {
    execute: async (statement: Parameters<typeof execute>[0]) => execute(statement),
    begin: async () => {
      sqlite.exec('begin immediate')
      return {
        execute: direct.execute,
        commit: async () => endTransaction(sqlite, 'commit'),
        rollback: async () => endTransaction(sqlite, 'rollback'),
      }
    },
  }
  return new Kysely<Tables>({ dialect: laneDialect({ writer: direct, reader: () => direct }) })
}

function boundReaderTasks(sqlite: SqliteHandle): Tasks {
  const db = kyselyOn(sqlite)
  const bind =
    (task: (db: Kysely<Tables>, input: never) => Promise<unknown>) =>
    async (input: never): Promise<unknown> => {
      sqlite.exec('begin')
      try {
        return await task(db, input)
      } finally {
        sqlite.exec('commit')
      }
    }
  const tasks: Record<string, (db: Kysely<Tables>, input: never) => Promise<unknown>> = readerTasks
  return Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, bind(task)]))
}

export const createReaderLane = (file: string): Lane => {
  const sqlite = openSqlite(file, { readonly: true })
  return createSqliteLane(sqlite, boundReaderTasks(sqlite))
}

export const createWriterLane = (file: string): Lane => {
  const sqlite = openSqlite(file, { readonly: false })
  const foreignWrites = { count: 0 }
  return createSqliteLane(
    sqlite,
    { ...createWriterTasks(sqlite, kyselyOn(sqlite), foreignWrites) } as Tasks,
    foreignWrites,
  )
}

/** One connection for both reading and writing, for a database in memory. */
export const createOnlyLane = (file: string | Buffer): { lane: Lane; sqlite: SqliteHandle } => {
  const sqlite = openSqlite(file, { readonly: false })
  const foreignWrites = { count: 0 }
  const tasks = { ...createWriterTasks(sqlite, kyselyOn(sqlite), foreignWrites), ...boundReaderTasks(sqlite) } as Tasks
  return { lane: createSqliteLane(sqlite, tasks, foreignWrites), sqlite }
}
