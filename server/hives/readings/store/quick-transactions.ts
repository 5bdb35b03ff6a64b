import type { SqliteHandle } from '../../../platform/db/open-sqlite.ts'
import type { HotStatements } from './hot-statements.ts'

/** What was written without waiting for the disk is gone, as after a crash of the database. */
export class QuickWorkLost extends Error {
  override name = 'QuickWorkLost'
}

/**
 * Transactions for work that can be redone from the inbox. Each is counted, here and in the database: a database that crashed and
 * came back while this process lives may have lost the latest ones, and then has a lower count. Nothing may be built on them in that
 * case.
 */
export function createQuickTransactions(sqlite: SqliteHandle, statements: () => HotStatements) {
  let count: number | undefined

  const readCount = () => Number(statements().readQuickCount.get()!.quick_count)

  /** Counts this transaction in the database; returns the new count. */
  function countOne(): number {
    count ??= readCount()
    statements().countQuick.run()
    return count + 1
  }

  /** What can be redone from the inbox need not wait for the disk. Everything else on this connection does. */
  function withoutWaiting<T>(work: () => T): T {
    sqlite.pragma('synchronous = NORMAL')
    try {
      let next = 0
      const result = sqlite
        .transaction(() => {
          const done = work()
          next = countOne()
          return done
        })
        .immediate()
      count = next
      return result
    } finally {
      sqlite.pragma('synchronous = FULL')
    }
  }

  async function inAsyncTransaction<T>(work: () => Promise<T>): Promise<T> {
    sqlite.pragma('synchronous = NORMAL')
    sqlite.exec('begin immediate')
    try {
      const result = await work()
      const next = countOne()
      sqlite.exec('commit')
      count = next
      return result
    } catch (error) {
      if (sqlite.inTransaction) sqlite.exec('rollback')
      throw error
    } finally {
      sqlite.pragma('synchronous = FULL')
    }
  }

  return {
    withoutWaiting,
    inAsyncTransaction,

    /** To be called once it is known what to redo: counting restarts from the database. */
    beginAnew(): void {
      count = undefined
    },

    /** Throws `QuickWorkLost` if some of them are missing. */
    requireAll(): void {
      if (count !== undefined && readCount() !== count)
        throw new QuickWorkLost('work that was not waited for is not there')
    },
  }
}
