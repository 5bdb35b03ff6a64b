import type { SqliteHandle } from '../../../platform/db/open-sqlite.ts'

/** Transactions of what can be done again from the inbox. */
export function createQuickTransactions(sqlite: SqliteHandle) {
  /** What can be done again from the inbox need not wait for the disk. Everything else on this connection does. */
  function withoutWaiting<T>(work: () => T): T {
    sqlite.pragma('synchronous = NORMAL')
    try {
      return sqlite.transaction(work).immediate()
    } finally {
      sqlite.pragma('synchronous = FULL')
    }
  }

  async function inAsyncTransaction<T>(work: () => Promise<T>): Promise<T> {
    sqlite.pragma('synchronous = NORMAL')
    sqlite.exec('begin immediate')
    try {
      const result = await work()
      sqlite.exec('commit')
      return result
    } catch (error) {
      if (sqlite.inTransaction) sqlite.exec('rollback')
      throw error
    } finally {
      sqlite.pragma('synchronous = FULL')
    }
  }

  return { withoutWaiting, inAsyncTransaction }
}
