import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { Answer, Answered, Ask, Asked, Question } from './blocking-postgres-thread.ts'
import { DatabaseError } from './lane.ts'
import { ANSWERED_WITHIN_MS } from './postgres-pool.ts'
import { beginOf, CONNECTION_FAILED, endsConnection, TRANSACTION_FAILED, wireValue } from './postgres-words.ts'

/**
 * A connection for the tasks of the writer, which wait for each answer as they do for SQLite's: another thread asks, and this one stands
 * still meanwhile. What only writes in a transaction goes along with the next question or its end, as does its beginning.
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

/** `epoch`: in which alone it may write, of a node that keeps the database. */
export function connectBlocking(url: string, epoch?: number) {
  let connection = ++connections
  let waiting: Question[] = []
  /** `begun`: here alone, PostgreSQL has not heard of it yet. */
  let state: 'free' | 'begun' | 'in a transaction' | 'lost' = 'free'
  let isDurable = true

  /** Asks several questions on one way to and fro. */
  function askTogether(questions: readonly Question[]): Answered[] {
    const statements = [...waiting, ...questions.map(toWire)]
    waiting = []
    // what follows in a transaction that is gone must not be done outside of one
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

  /** What is written beside a transaction is one of its own, as only those know of epochs. */
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

  /** A transaction in which nothing was asked and nothing written has never been. */
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
    /** The rows of several questions, asked on one way to and fro. */
    askAll: (questions: readonly Question[]) => askTogether(questions).map(({ rows }) => rows),
    /** In a transaction it is kept back until something is asked. */
    write,
    prepare,
    exec: (word: string): void => (word.startsWith('begin') ? begin() : end(word as 'commit' | 'rollback')),
    get inTransaction(): boolean {
      return state !== 'free'
    },
    /** SQLite's word for commits that need not wait for the disk. */
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
