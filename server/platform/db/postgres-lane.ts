import type { ClientBase, Pool, PoolClient, QueryResult } from 'pg'
import { DatabaseError, type Lane, type Statement, type StatementResult, type Transaction } from './lane.ts'
import { CONNECTIONS } from './postgres-pool.ts'

/** SQLSTATE of a connection that failed: what the system says of one becomes this. */
const CONNECTION_FAILED = '08006'
const TRANSACTION_FAILED = '25P02'

const WRITERS_LOCK = 4_483_710_001
/** A node that stands still in the middle of a transaction loses it, so that the others go on. */
const STANDS_STILL_MS = 15_000
const WAITS_MS = 10_000
/** All of it holds for this transaction alone, as whoever pools connections may give the next one to somebody else. */
const BEGIN = `begin; set local lock_timeout = ${WAITS_MS};
  set local idle_in_transaction_session_timeout = ${STANDS_STILL_MS}; select pg_advisory_xact_lock(${WRITERS_LOCK})`
const BEGIN_SNAPSHOT = 'begin isolation level repeatable read read only'

/** Reads that take long leave the other connections to what is quick. */
const SNAPSHOTS_AT_ONCE = CONNECTIONS / 2

export type PostgresLane = Pick<Lane, 'execute' | 'begin' | 'close'> & {
  /** Runs a read on one snapshot: whatever is written meanwhile, it sees nothing of. */
  onSnapshot<T>(work: (transaction: Pick<Transaction, 'execute'>) => Promise<T>): Promise<T>
}

/**
 * Statements and transactions over a pool. Transactions run one after the other, in this node by waiting here and among nodes by
 * a lock that ends with them: whoever reads and then writes in one relies on nobody doing the same meanwhile, as in SQLite.
 */
export function createPostgresLane(pool: Pool): PostgresLane {
  const transactions = createTurns(1)
  const snapshots = createTurns(SNAPSHOTS_AT_ONCE)

  return {
    execute: async (statement) => resultOf(await asked(() => pool.query(statement.sql, wireValues(statement)))),
    begin: () => beginOn(pool, BEGIN, transactions),
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
    close: () => pool.end(),
  }
}

/** So many at once; who comes later waits for a turn, and ends it. */
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

  /** Afterwards the connection is the next one's; one that has failed is closed, which undoes whatever it had begun. */
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
        // what had failed is undone, and told by nothing but the word
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

/** A connection takes one statement after the other; who has several does not have to know. */
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
    const { code, message } = error as Error & { code?: string }
    // a SQLSTATE has five characters; the system's own words for what fails are longer, and the driver has none
    throw new DatabaseError(
      code && /^[0-9A-Z]{5}$/.test(code) && code !== 'EPIPE' ? code : CONNECTION_FAILED,
      message || code || '',
    )
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
    throw new DatabaseError('54000', `a statement has ${parameters.length} parameters: write in parts`)
  }
  return parameters.map(wireValue)
}

/** PostgreSQL has no text with a zero in it, and SQLite has no number that is none. */
function wireValue(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
  if (Array.isArray(value)) return value.map(wireValue)
  return Number.isNaN(value) ? null : value
}
