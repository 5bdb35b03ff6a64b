import { Worker } from 'node:worker_threads'
import { DatabaseError, type Lane } from '../platform/db/lane.ts'
import { CONNECTION_FAILED } from '../platform/db/postgres-words.ts'
import { createHandover, isAnsweredSoon, noteAsked } from './handover.ts'
import type { WorkerData, WorkerReply, WorkerRequest, WorkerSetup } from './worker-messages.ts'

type Request = WorkerRequest extends infer R ? (R extends WorkerRequest ? Omit<R, 'id'> : never) : never
type Pending = { resolve(result: never): void; reject(error: Error): void }

/** A connection in its own thread. `pending()` is the number of unanswered requests. */
export type WorkerLane = Lane & { pending(): number }

/** The lane with the fewest pending requests. */
export const leastBusy = (lanes: readonly WorkerLane[]): WorkerLane =>
  lanes.reduce((least, lane) => (lane.pending() < least.pending() ? lane : least))

/** Starts the thread. `onLost` is called if it ends without having been closed. */
export function createWorkerLane(setup: WorkerSetup, onLost: (error: Error) => void): WorkerLane {
  const handover = createHandover()
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { setup, handover } satisfies WorkerData,
    resourceLimits: { maxYoungGenerationSizeMb: setup.role === 'reader' ? 12 : 24 },
  })
  const pending = new Map<number, Pending>()
  let nextId = 0
  let closing = false
  let ended: Error | undefined

  worker.on('message', (reply: WorkerReply) => {
    const waiting = pending.get(reply.id)
    pending.delete(reply.id)
    if ('error' in reply) waiting?.reject(new DatabaseError(reply.error.code, reply.error.message))
    else waiting?.resolve(reply.result as never)
  })
  const lost = (error: Error) => {
    // callers that still ask a closed connection may retry with whoever opens it next
    ended ??= closing ? new DatabaseError(CONNECTION_FAILED, `the database ${setup.role} is closed`) : error
    for (const waiting of pending.values()) waiting.reject(ended)
    pending.clear()
    if (!closing) onLost(error)
    closing = true
  }
  worker.on('error', lost)
  worker.on('exit', (code) => lost(new Error(`the database ${setup.role} ended with code ${code}`)))

  function ask<T>(request: Request): Promise<T> {
    if (ended) return Promise.reject(ended)
    return new Promise<T>((resolve, reject) => {
      const id = ++nextId
      pending.set(id, { resolve, reject })
      worker.postMessage({ ...request, id })
      noteAsked(handover, id)
      if (request.kind === 'run' && request.pace === 'pressed') isAnsweredSoon(handover, id)
    })
  }

  return {
    pending: () => pending.size,
    execute: (statement) => ask({ kind: 'execute', statement }),
    begin: async () => {
      const transaction = await ask<number>({ kind: 'begin' })
      return {
        execute: (statement) => ask({ kind: 'execute', statement, transaction }),
        commit: () => ask({ kind: 'end', transaction, how: 'commit' }),
        rollback: () => ask({ kind: 'end', transaction, how: 'rollback' }),
      }
    },
    run: (task, input, pace) => ask({ kind: 'run', task, input, pace }),
    close: async () => {
      if (ended) return
      closing = true
      await ask({ kind: 'close' })
      await worker.terminate()
    },
  }
}
