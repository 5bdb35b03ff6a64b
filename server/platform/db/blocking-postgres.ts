import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { Answer, Answered, Ask, Asked, Question } from './blocking-postgres-thread.ts'
import { DatabaseError } from './lane.ts'
import { ANSWERED_WITHIN_MS } from './postgres-pool.ts'
import { beginOf, CONNECTION_FAILED, endsConnection, TRANSACTION_FAILED, wireValue } from './postgres-words.ts'

/**
 * A connection for the writer's tasks, which wait for each answer as with SQLite: another thread asks, and this one blocks
 * meanwhile. Pure writes in a transaction are sent along with the next query or its end, and so is its beginning.
 */
export type BlockingPostgres = ReturnType<typeof connectBlocking>

let thread: ReturnType<typeof startThread> | undefined

function startThread() {
  const { port1: here, port2: there } = new MessageChannel()
  const answered = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./blocking-postgres-thread.ts', import.meta.url), {
    workerData: { port: there, answered },
    transferList: [there],
  })
  worker.unref()
  here.unref()
  let asked = 0
  return (question: Asked): Answered[] => {
    const id = ++asked
    const ask: Ask = { id, ...question }
    here.postMessage(ask)
    const until = performance.now() + ANSWERED_WITHIN_MS
    for (;;) {
      const message = receiveMessageOnPort(here)?.message as Answer | undefined
      if (message?.id === id) {
        if ('error' in message) throw new DatabaseError(message.error.code, message.error.message)
        return message.results
      }
      const seen = Atomics.load(answered, 0)
      if (message || seen >= id) continue
      if (performance.now() > until) throw new DatabaseError(CONNECTION_FAILED, 'PostgreSQL does not answer')
      Atomics.wait(answered, 0, seen, 1000)
    }
  }
}

let connections = 0

/** `epoch`: the only epoch in which it may write, for a node that keeps the database. */
export function connectBlocking(url: string, epoch?: number) {
  let connection = ++connections
  let waiting: Question[] = []
  /** `begun`: only on this side; PostgreSQL has not been told yet. */
  let state: 'free' | 'begun' | 'in a transaction' | 'lost' = 'free'
  let isDurable = true

  /** Sends several queries in one round trip. */
  function askTogether(questions: readonly Question[]): Answered[] {
    const statements = [...waiting, ...questions.map(toWire)]
    waiting = []
    // what follows in a lost transaction must not run outside of one
    if (state === 'lost') throw new DatabaseError(CONNECTION_FAILED, 'the connection was lost')
    const isContinued = state === 'in a transaction'
    if (state === 'begun') state = 'in a transaction'
    thread ??= startThread()
    try {
      return thread({ connection, url, statements, wanted: questions.length, isContinued })
    } catch (error) {
      if (endsConnection((error as DatabaseError).code)) {
        connection = ++connections
        if (state !== 'free') state = 'lost'
      }
      throw error
    }
  }

  function ask(sql: string, values: readonly unknown[] = []): Answered {
    const question = { sql, values: [...values] }
    return epoch === undefined || state !== 'free' || /^\s*(select|show)\b/i.test(sql)
      ? askTogether([question])[0]!
      : askAlone(question)
  }

  /** Runs a write outside a transaction in its own one, since only transactions check the epoch. */
  function askAlone(question: Question): Answered {
    begin()
    try {
      return askTogether([question, { sql: 'commit', values: [] }])[0]!
    } finally {
      state = 'free'
    }
  }

  function begin(): void {
    waiting = [
      { sql: isDurable ? beginOf(epoch) : `${beginOf(epoch)}; set local synchronous_commit = off`, values: [] },
    ]
    state = 'begun'
  }

  /** Ends a transaction; one in which nothing was read or written is never sent. */
  function end(how: 'commit' | 'rollback'): void {
    const isUnheard = state === 'begun' && (how === 'rollback' || waiting.length === 1)
    if (how === 'rollback' || isUnheard) waiting = []
    try {
      if (isUnheard || (how === 'rollback' && state === 'lost')) return
      const { command } = ask(how)
      if (how === 'commit' && command !== 'COMMIT') {
        throw new DatabaseError(TRANSACTION_FAILED, 'a statement of the transaction failed')
      }
    } finally {
      state = 'free'
    }
  }

  function write(sql: string, values: readonly unknown[]): void {
    if (state === 'free') ask(sql, values)
    else waiting.push(toWire({ sql, values: [...values] }))
  }

  function prepare(text: string) {
    let places = 0
    const sql = text.replaceAll('?', () => `$${++places}`)
    return {
      all: (...values: unknown[]) => ask(sql, values).rows,
      get: (...values: unknown[]) => ask(sql, values).rows[0],
      run(...values: unknown[]): { changes: number; lastInsertRowid: number } {
        write(sql, values)
        return { changes: 0, lastInsertRowid: 0 }
      },
    }
  }

  return {
    ask,
    /** The rows of several queries, sent in one round trip. */
    askAll: (questions: readonly Question[]) => askTogether(questions).map(({ rows }) => rows),
    /** Within a transaction, held back until the next query. */
    write,
    prepare,
    exec: (word: string): void => (word.startsWith('begin') ? begin() : end(word as 'commit' | 'rollback')),
    get inTransaction(): boolean {
      return state !== 'free'
    },
    /** SQLite's pragma for commits that need not wait for the disk. */
    pragma(word: string): void {
      if (word.startsWith('synchronous')) isDurable = word.endsWith('FULL')
    },
    transaction: <T>(work: () => T) => ({
      immediate(): T {
        begin()
        try {
          const result = work()
          end('commit')
          return result
        } catch (error) {
          if (state !== 'free') end('rollback')
          throw error
        }
      },
    }),
    close(): void {
      thread?.({ connection, url, statements: [], wanted: 0, isContinued: true })
    },
  }
}

const toWire = ({ sql, values }: Question): Question => ({ sql, values: values.map(wireValue) })
