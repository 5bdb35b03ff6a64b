import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { Answer, Answered, Ask, Asked } from './blocking-postgres-thread.ts'
import { DatabaseError } from './lane.ts'
import { BEGIN, CONNECTION_FAILED, endsConnection, TRANSACTION_FAILED, wireValue } from './postgres-words.ts'

const WAITS_MS = 60_000

/**
 * A connection for the tasks of the writer, which wait for each answer as they do for SQLite's: another thread asks, and this one stands
 * still meanwhile. What only writes goes along with the next question, so that a set of rows is one way to and fro.
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
  return (question: Asked): Answered | undefined => {
    const id = ++asked
    const ask: Ask = { id, ...question }
    here.postMessage(ask)
    const until = performance.now() + WAITS_MS
    for (;;) {
      const message = receiveMessageOnPort(here)?.message as Answer | undefined
      if (message?.id === id) {
        if ('error' in message) throw new DatabaseError(message.error.code, message.error.message)
        return message.result
      }
      const seen = Atomics.load(answered, 0)
      if (message || seen >= id) continue
      if (performance.now() > until) throw new DatabaseError(CONNECTION_FAILED, 'PostgreSQL does not answer')
      Atomics.wait(answered, 0, seen, 1000)
    }
  }
}

let connections = 0

/** `identities`: tables that count up an `id` of which whoever inserts wants to know. */
export function connectBlocking(url: string, identities: readonly string[]) {
  const wantsId = new RegExp(`^\\s*insert into (${identities.join('|')})\\b(?!.*\\breturning\\b)`, 's')
  let connection = ++connections
  let waiting: Asked['statements'] = []
  let state: 'free' | 'in a transaction' | 'lost' = 'free'
  let isDurable = true

  function ask(sql: string, values: readonly unknown[] = []): Answered {
    const statements = [...waiting, { sql, values: values.map(wireValue) }]
    waiting = []
    // what follows in a transaction that is gone must not be done outside of one
    if (state === 'lost') throw new DatabaseError(CONNECTION_FAILED, 'the connection was lost')
    thread ??= startThread()
    try {
      return thread({ connection, url, statements, isContinued: state !== 'free' })!
    } catch (error) {
      if (endsConnection((error as DatabaseError).code)) {
        connection = ++connections
        if (state !== 'free') state = 'lost'
      }
      throw error
    }
  }

  function begin(): void {
    ask(isDurable ? BEGIN : `${BEGIN}; set local synchronous_commit = off`)
    state = 'in a transaction'
  }

  function end(how: 'commit' | 'rollback'): void {
    if (how === 'rollback') waiting = []
    try {
      if (how === 'rollback' && state === 'lost') return
      const { command } = ask(how)
      if (how === 'commit' && command !== 'COMMIT') {
        throw new DatabaseError(TRANSACTION_FAILED, 'a statement of the transaction failed')
      }
    } finally {
      state = 'free'
    }
  }

  function prepare(text: string) {
    let places = 0
    const sql = text.replaceAll('?', () => `$${++places}`)
    return {
      all: (...values: unknown[]) => ask(sql, values).rows,
      get: (...values: unknown[]) => ask(sql, values).rows[0],
      run(...values: unknown[]): { changes: number; lastInsertRowid: number } {
        if (wantsId.test(sql)) {
          return { changes: 1, lastInsertRowid: ask(`${sql} returning id`, values).rows[0]!.id as number }
        }
        if (state === 'in a transaction') waiting.push({ sql, values: values.map(wireValue) })
        else ask(sql, values)
        return { changes: 0, lastInsertRowid: 0 }
      },
    }
  }

  return {
    ask,
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
      thread?.({ connection, url, statements: [], isContinued: true })
    },
  }
}
