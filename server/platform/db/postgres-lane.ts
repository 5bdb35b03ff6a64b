import type { ClientBase, Pool, PoolClient, QueryResult } from 'pg'
import { DatabaseError, type Lane, type Statement, type StatementResult, type Transaction } from './lane.ts'
import { CONNECTIONS } from './postgres-pool.ts'
import {
  BEGIN_LONG,
  BEGIN_SNAPSHOT,
  beginOf,
  beginSingle,
  endsConnection,
  TRANSACTION_FAILED,
  toDatabaseError,
  wireValue,
} from './postgres-words.ts'

/** Limits long reads so that the pool's other connections stay available for quick ones. */
const SNAPSHOTS_AT_ONCE = CONNECTIONS / 2

export type PostgresLane = Pick<Lane, 'execute' | 'begin' | 'close'> & {
  /** Runs a statement that changes something: like a transaction, only in the epoch that the lane was opened for. */
  write(statement: Statement): Promise<StatementResult>
  /** Runs a read on one snapshot, unaffected by concurrent writes. */
  onSnapshot<T>(work: (transaction: Pick<Transaction, 'execute'>) => Promise<T>): Promise<T>
  /** Runs something that uses its own connection while no transaction of this node is open. */
  betweenTransactions<T>(work: () => T | Promise<T>): Promise<T>
}

/**
 * Statements and transactions over a pool. Transactions run one after the other: within this node they wait here, and among nodes for
 * a lock held until their end. So, as in SQLite, code that reads and then writes in one can be sure that nobody does the same meanwhile. `epoch`:
 * that of the node keeping the database; once another node takes over, nothing more is written. `takesLong`: for migrations, which
 * are not subject to the time limits of the database, and run before any node keeps it.
 */
export function createPostgresLane(
  pool: Pool,
  {
    snapshotsAtOnce = SNAPSHOTS_AT_ONCE,
    epoch,
    takesLong = false,
  }: { snapshotsAtOnce?: number; epoch?: number | undefined; takesLong?: boolean } = {},
): PostgresLane {
  const begin = takesLong ? BEGIN_LONG : beginOf(epoch)
  const transactions = createTurns(1)
  const snapshots = createTurns(snapshotsAtOnce)

  /** Statements that are running or waiting for a connection; a pool that ends would abandon those waiting. */
  const single = new Set<Promise<unknown>>()
  const execute = async (statement: Statement) => {
    const answer = asked(() => pool.query(statement.sql, wireValues(statement)))
    single.add(answer)
    try {
      return resultOf(await answer)
    } finally {
      single.delete(answer)
    }
  }

  return {
    execute,
    write: (statement) => (epoch === undefined ? execute(statement) : writeSingle(pool, epoch, statement)),
    begin: () => beginOn(pool, begin, transactions),
    async onSnapshot(work) {
      const transaction = await beginOn(pool, BEGIN_SNAPSHOT, snapshots)
      try {
        const result = await work(transaction)
        await transaction.commit()
        return result
      } catch (error) {
        await transaction.rollback()
        throw error
      }
    },
    async betweenTransactions(work) {
      await transactions.take()
      try {
        return await work()
      } finally {
        transactions.end()
      }
    },
    async close() {
      await Promise.allSettled(single)
      await pool.end()
    },
  }
}

/** One round trip: if its first statement fails, the others do nothing. */
async function writeSingle(pool: Pool, epoch: number, statement: Statement): Promise<StatementResult> {
  const values = wireValues(statement)
  const client = await asked(() => pool.connect())
  const answers = await Promise.allSettled([
    client.query(beginSingle(epoch)),
    client.query(statement.sql, values),
    client.query('commit'),
  ])
  const failed = answers.find((answer) => answer.status === 'rejected')
  const [, result, commit] = answers.map((answer) => (answer as PromiseFulfilledResult<QueryResult>).value)
  client.release(failed !== undefined && endsConnection(toDatabaseError(failed.reason).code))
  if (failed) throw toDatabaseError(failed.reason)
  if (commit!.command !== 'COMMIT') throw new DatabaseError(TRANSACTION_FAILED, 'the statement failed')
  return resultOf(result!)
}

/** Lets `atOnce` callers run at a time; later ones wait for a turn, and end it. */
function createTurns(atOnce: number) {
  const waiting: (() => void)[] = []
  let free = atOnce
  return {
    async take(): Promise<void> {
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
    },
    end(): void {
      const next = waiting.shift()
      if (next) next()
      else free++
    },
  }
}

async function beginOn(pool: Pool, begin: string, turns: ReturnType<typeof createTurns>): Promise<Transaction> {
  await turns.take()
  const client = await asked(() => pool.connect()).catch((error: unknown) => {
    turns.end()
    throw error
  })
  const inOrder = oneByOne(client)
  let isOpen = true

  /** Afterwards the connection is free for the next caller; after an error it is closed, which rolls back whatever it had begun. */
  function leave(isSound: boolean): void {
    isOpen = false
    client.release(!isSound)
    turns.end()
  }

  try {
    await inOrder(begin)
  } catch (error) {
    leave(false)
    throw error
  }
  return {
    execute: async (statement) => resultOf(await inOrder(statement.sql, wireValues(statement))),
    async commit() {
      if (!isOpen) return
      let isSound = false
      try {
        const { command } = await inOrder('commit')
        isSound = true
        // the failure was rolled back, and only the command tag shows it
        if (command !== 'COMMIT') throw new DatabaseError(TRANSACTION_FAILED, 'a statement of the transaction failed')
      } finally {
        leave(isSound)
      }
    },
    async rollback() {
      if (!isOpen) return
      await inOrder('rollback').then(
        () => leave(true),
        () => leave(false),
      )
    },
  }
}

/** A connection runs one statement at a time; callers with several do not have to care. */
function oneByOne(client: PoolClient) {
  let last: Promise<unknown> = Promise.resolve()
  return (sql: string, values?: unknown[]): Promise<QueryResult> => {
    const result = last.then(() => asked(() => (client as ClientBase).query(sql, values)))
    last = result.catch(() => undefined)
    return result
  }
}

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw toDatabaseError(error)
  }
}

const resultOf = ({ rows, rowCount, command }: QueryResult): StatementResult => ({
  rows,
  changes: command === 'SELECT' ? 0 : (rowCount ?? 0),
  insertId: undefined,
})

const PARAMETERS_MAXIMUM = 65_535

function wireValues({ parameters }: Statement): unknown[] {
  if (parameters.length > PARAMETERS_MAXIMUM) {
    throw new DatabaseError('54000', `a statement has ${parameters.length} parameters: write it in parts`)
  }
  return parameters.map(wireValue)
}
