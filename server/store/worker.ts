import { readlinkSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { setPriority } from 'node:os'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { Lane, Transaction } from '../platform/db/lane.ts'
import { createReaderLane, createWriterLane } from './connect.ts'
import { isFollowedSoon, noteAnswered } from './handover.ts'
import type { FileSetup, PostgresSetup, WorkerData, WorkerReply, WorkerRequest } from './worker-messages.ts'

const { setup, handover } = workerData as WorkerData
const READER_NICENESS = 10
const lane = 'url' in setup ? await connectPostgres(setup) : connectFile(setup)
const transactions = new Map<number, Transaction>()
if (setup.role === 'reader') yieldToOthers()
flushCompileCache()

function connectFile({ file, role }: FileSetup): Lane {
  return role === 'writer' ? createWriterLane(file) : createReaderLane(file)
}

/** For PostgreSQL, statements and transactions need no thread. */
async function connectPostgres(setup: PostgresSetup): Promise<Lane> {
  const { createPostgresReaderLane, createPostgresWriterLane } = await import('./connect-postgres.ts')
  const { url } = setup
  const tasks =
    setup.role === 'writer'
      ? createPostgresWriterLane(url, setup.writes, setup.epoch)
      : await createPostgresReaderLane(url, setup.connections)
  const unasked = () => Promise.reject(new Error('this thread runs tasks alone'))
  return { ...tasks, execute: unasked, begin: unasked }
}

/**
 * Lowers this thread's priority: long reads may take longer, as transmitters and the writer come first. Other systems than Linux have no
 * priorities per thread.
 */
function yieldToOthers(): void {
  if (process.platform !== 'linux') return
  const threadId = Number(path.basename(readlinkSync('/proc/thread-self')))
  setPriority(threadId, READER_NICENESS)
}

async function answer(request: WorkerRequest): Promise<unknown> {
  switch (request.kind) {
    case 'execute':
      return (request.transaction === undefined ? lane : openTransaction(request.transaction)).execute(
        request.statement,
      )
    case 'begin':
      transactions.set(request.id, await lane.begin())
      return request.id
    case 'end': {
      const transaction = openTransaction(request.transaction)
      transactions.delete(request.transaction)
      return transaction[request.how]()
    }
    case 'run':
      return lane.run(request.task, request.input)
    case 'close':
      return lane.close()
  }
}

function openTransaction(id: number): Transaction {
  const transaction = transactions.get(id)
  if (!transaction) throw new Error(`there is no open transaction ${id}`)
  return transaction
}

/** The buffers of an answer, to be transferred to the other thread; copying would leave garbage in both. */
function buffersOf(result: unknown): ArrayBuffer[] {
  if (typeof result !== 'object' || result === null) return []
  return Object.values(result).flatMap((value) =>
    value instanceof Uint8Array && value.byteLength === value.buffer.byteLength ? [value.buffer as ArrayBuffer] : [],
  )
}

const port = parentPort
if (!port) throw new Error('This file is a database worker: open it with openDatabase()')
port.on('message', async (request: WorkerRequest) => {
  let reply: WorkerReply
  try {
    reply = { id: request.id, result: await answer(request) }
  } catch (error) {
    const { message } = error as Error
    reply = { id: request.id, error: { code: String((error as { code?: string }).code ?? 'INTERNAL'), message } }
  }
  port.postMessage(reply, 'result' in reply ? buffersOf(reply.result) : [])
  noteAnswered(handover, request.id)
  if (request.kind === 'run' && request.pace === 'pressed') isFollowedSoon(handover, request.id)
  if (request.kind === 'close') port.close()
})
