import { Kysely } from 'kysely'
import { createPostgresTileStore } from '../hives/readings/store/postgres-tile-store.ts'
import { connectBlocking } from '../platform/db/blocking-postgres.ts'
import type { Statement, StatementResult } from '../platform/db/lane.ts'
import { laneDialect } from '../platform/db/lane-dialect.ts'
import type { SqliteHandle } from '../platform/db/open-sqlite.ts'
import { postgresEngine } from '../platform/db/postgres-compiler.ts'
import type { ForeignWrites, Tasks } from '../platform/db/sqlite-lane.ts'
import type { Tables } from './tables.ts'
import { createWriterTasks } from './writer-tasks.ts'

export type PostgresWriter = ReturnType<typeof createPostgresWriter>

/** The writer's tasks, one at a time, on their own connection to PostgreSQL. They write only in the given epoch. */
export function createPostgresWriter(url: string, foreignWrites: ForeignWrites, epoch?: number) {
  const connection = connectBlocking(url, epoch)
  const execute = async (statement: Statement): Promise<StatementResult> => ({
    ...connection.ask(statement.sql, statement.parameters),
    insertId: undefined,
  })
  const direct = {
    execute,
    begin: async () => {
      connection.exec('begin')
      return {
        execute,
        commit: async () => connection.exec('commit'),
        rollback: async () => {
          if (connection.inTransaction) connection.exec('rollback')
        },
      }
    },
  }
  const db = new Kysely<Tables>({ dialect: laneDialect({ writer: direct, reader: () => direct }, postgresEngine) })
  // tasks use only what both kinds of connection offer
  const createStore = () => createPostgresTileStore(connection)
  const tasks = {
    ...createWriterTasks(connection as unknown as SqliteHandle, db, foreignWrites, createStore),
  } as Tasks
  return {
    run: (task: string, input: unknown): unknown => tasks[task]!(input as never),
    close: () => connection.close(),
  }
}
