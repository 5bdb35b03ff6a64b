import type { SqliteHandle } from '../../../platform/db/open-sqlite.ts'
import type { HotStatements } from './hot-statements.ts'

/** What was done without waiting for the disk is not there any more, as after a crash of the database. */
export class QuickWorkLost extends Error {
  override name = 'QuickWorkLost'
}

/**
 * Transactions of what can be done again from the inbox. Each leaves its number: a database that crashed and came back while this process
 * lives may have lost the last of them, and then nothing may be built on them.
 */
export function createQuickTransactions(sqlite: SqliteHandle, statements: () => HotStatements) {
  let mark: number | undefined

  function leaveMark(): number {
    const next = (mark ?? readMark()) + 1
    statements().writeQuickMark.run(next)
    return next
  }

  const readMark = () => Number(statements().readQuickMark.get()!.quick_mark)

  /** What can be done again from the inbox need not wait for the disk. Everything else on this connection does. */
  function withoutWaiting<T>(work: () => T): T {
    sqlite.pragma('synchronous = NORMAL')
    try {
      let next = 0
      const result = sqlite
        .transaction(() => {
          const done = work()
          next = leaveMark()
          return done
        })
        .immediate()
      mark = next
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
      const next = leaveMark()
      sqlite.exec('commit')
      mark = next
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

    /** What is to be done again is known: the next one counts from what is there. */
    beginAnew(): void {
      mark = undefined
    },

    /** Throws `QuickWorkLost` where the last of them is not there. */
    requireAll(): void {
      if (mark !== undefined && readMark() !== mark)
        throw new QuickWorkLost('the last work without waiting is not there')
    },
  }
}
