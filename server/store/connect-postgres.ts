import { Kysely } from 'kysely'
import { noteSnapshot } from '../platform/db/database-behind.ts'
import type { Lane, Statement, Transaction } from '../platform/db/lane.ts'
import { laneDialect } from '../platform/db/lane-dialect.ts'
import { postgresEngine } from '../platform/db/postgres-compiler.ts'
import { createPostgresLane, type PostgresLane } from '../platform/db/postgres-lane.ts'
import { ANSWERED_WITHIN_MS, openPool } from '../platform/db/postgres-pool.ts'
import type { ForeignWrites } from '../platform/db/sqlite-lane.ts'
import { createPostgresWriter } from './postgres-writer.ts'
import { readerTasks } from './reader-tasks.ts'
import type { Tables } from './tables.ts'

/** What a thread does for PostgreSQL: tasks only, as plain statements are sent from the main thread. */
type TaskLane = Pick<Lane, 'run' | 'close'>

export async function createPostgresReaderLane(url: string, connections: number): Promise<TaskLane> {
  const pool = await openPool(url, { max: connections, query_timeout: ANSWERED_WITHIN_MS })
  const lane = createPostgresLane(pool, { snapshotsAtOnce: connections })
  return { run: (task, input) => runOnSnapshot(lane, task, input), close: lane.close }
}

/** Runs one task at a time. `writes`: counts writes made outside the tasks, in memory shared with this thread. */
export function createPostgresWriterLane(url: string, writes: SharedArrayBuffer, epoch?: number): TaskLane {
  const writer = createPostgresWriter(url, sharedWrites(writes), epoch)
  let tail: Promise<unknown> = Promise.resolve()
  return {
    run(task, input) {
      const result = tail.then(() => writer.run(task, input))
      tail = result.catch(() => undefined)
      return result
    },
    close: async () => {
      await tail
      writer.close()
    },
  }
}

/** A counter shared by several threads; assigning any value increments it. */
export function sharedWrites(memory: SharedArrayBuffer): ForeignWrites {
  const counted = new Int32Array(memory)
  return {
    get count() {
      return Atomics.load(counted, 0)
    },
    set count(_) {
      Atomics.add(counted, 0, 1)
    },
  }
}

type ReaderTask = (db: Kysely<Tables>, input: unknown) => Promise<unknown>

export function runOnSnapshot(lane: PostgresLane, task: string, input: unknown): Promise<unknown> {
  const tasks = readerTasks as unknown as Record<string, ReaderTask>
  return lane.onSnapshot((snapshot) => {
    const db = kyselyOn(snapshot)
    noteSnapshot(db, lane)
    return tasks[task]!(db, input)
  })
}

/** Kysely inside a transaction that has already begun. */
function kyselyOn({ execute }: Pick<Transaction, 'execute'>): Kysely<Tables> {
  const begin = () => Promise.reject(new Error('there is a transaction already'))
  const lane = { execute, begin }
  return new Kysely<Tables>({ dialect: laneDialect({ writer: lane, reader: () => lane }, postgresEngine) })
}

/** Plain statements over a pool. Every write makes the tasks reread what they have cached of the data. */
export function postgresKysely(lane: PostgresLane, writes: ForeignWrites): Kysely<Tables> {
  /** Counts before, as nobody knows when the write takes effect, and after, as the data may have been reread in between. */
  const counting = <T>(work: () => Promise<T>): Promise<T> => {
    writes.count++
    return work().finally(() => writes.count++)
  }
  const writer = {
    execute: (statement: Statement) => counting(() => lane.write(statement)),
    async begin() {
      const { execute, commit, rollback } = await lane.begin()
      return { execute, commit: () => counting(commit), rollback }
    },
  }
  return new Kysely<Tables>({ dialect: laneDialect({ writer, reader: () => lane }, postgresEngine) })
}
