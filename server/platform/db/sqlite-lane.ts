import type { Statement as Prepared } from 'better-sqlite3'
import type { Lane, Statement, StatementResult, Transaction } from './lane.ts'
import { createLockPatience } from './lock-patience.ts'
import type { SqliteHandle } from './open-sqlite.ts'
import { padLists } from './pad-lists.ts'

export type Tasks = Record<string, (input: never) => unknown>

const KEPT_STATEMENTS = 200
/** A statement with hundreds of values is hardly ever repeated at the same length, and takes as much memory as a hundred others. */
const KEPT_STATEMENT_LENGTH = 4000

/** Counts statements sent to a connection from outside the tasks: what a task caches of rows is valid until the count changes. */
export type ForeignWrites = { count: number }

/** A connection in this very thread. Callers queue, so that a task never runs inside somebody else's transaction. */
export function createSqliteLane(
  sqlite: SqliteHandle,
  tasks: Tasks,
  foreignWrites: ForeignWrites = { count: 0 },
): Lane {
  const runStatement = createExecute(sqlite)
  const patience = createLockPatience(sqlite)
  const execute = (statement: Statement): StatementResult => {
    foreignWrites.count++
    return runStatement(statement)
  }
  let tail: Promise<unknown> = Promise.resolve()

  function exclusively<T>(work: () => T | Promise<T>): Promise<T> {
    const result = tail.then(() => {
      patience.set()
      return work()
    })
    tail = result.catch(patience.note)
    return result
  }

  return {
    execute: (statement) => exclusively(() => execute(statement)),
    run: (task, input) =>
      exclusively(() => {
        const work = tasks[task]
        if (!work) throw new Error(`there is no task ${task}`)
        return work(input as never)
      }),
    begin: () =>
      new Promise<Transaction>((started, failed) => {
        exclusively(
          () =>
            new Promise<void>((ended) => {
              try {
                sqlite.exec('begin immediate')
              } catch (error) {
                patience.note(error)
                failed(error)
                ended()
                return
              }
              const end = async (sql: 'commit' | 'rollback') => {
                try {
                  endTransaction(sqlite, sql)
                } finally {
                  ended()
                }
              }
              started({
                execute: async (statement) => execute(statement),
                commit: () => end('commit'),
                rollback: () => end('rollback'),
              })
            }),
        ).catch(failed)
      }),
    close: () => exclusively(() => void sqlite.close()),
  }
}

/** Ends a transaction, rolling it back if it cannot be committed, so that later statements do not become part of it. */
export function endTransaction(sqlite: SqliteHandle, how: 'commit' | 'rollback'): void {
  try {
    if (sqlite.inTransaction) sqlite.exec(how)
  } finally {
    if (sqlite.inTransaction) sqlite.exec('rollback')
  }
}

/** Returns a function that runs one statement. The most recently run statements stay prepared. */
export function createExecute(sqlite: SqliteHandle): (statement: Statement) => StatementResult {
  const prepared = new Map<string, Prepared<unknown[]>>()
  return (wanted) => {
    const { sql, parameters } = padLists(wanted)
    const statement = prepared.get(sql) ?? sqlite.prepare<unknown[]>(sql)
    if (sql.length <= KEPT_STATEMENT_LENGTH) {
      prepared.delete(sql)
      prepared.set(sql, statement)
      if (prepared.size > KEPT_STATEMENTS) prepared.delete(prepared.keys().next().value!)
    }
    if (statement.reader) return { rows: statement.all(...parameters), changes: 0, insertId: undefined }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], changes, insertId: Number(lastInsertRowid) }
  }
}
