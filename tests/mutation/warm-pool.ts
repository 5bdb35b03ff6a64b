import { type PoolRunnerInitializer, type PoolWorker, ThreadsPoolWorker, type WorkerRequest } from 'vitest/node'

type Heard = { event: string; callback: (message: unknown) => void }

/** So many runs in one thread: what a mutant left behind in its memory is gone then. */
const RUNS_PER_THREAD = 200

/**
 * A pool of one thread that outlives a run: a mutant is switched on by a variable, so that the server and its packages need
 * not be loaded again for each, which takes fifty times as long as the tests that say whether it survives.
 */
export const warmPool: PoolRunnerInitializer = { name: 'warm', createPoolWorker: createWarmWorker }

let warm:
  | {
      thread: ThreadsPoolWorker
      runs: number
      config: Extract<WorkerRequest, { type: 'start' }>['context']['config'] | undefined
      isBusy: boolean
    }
  | undefined

function createWarmWorker(options: ConstructorParameters<typeof ThreadsPoolWorker>[0]): PoolWorker {
  const heard: Heard[] = []
  const answer = (type: 'started' | 'stopped') => {
    for (const { event, callback } of heard) {
      if (event === 'message') setImmediate(callback, { type, __vitest_worker_response__: true })
    }
  }
  return {
    name: warmPool.name,
    async start() {
      if (warm && warm.runs >= RUNS_PER_THREAD) await endThread()
      if (warm) return
      const thread = new ThreadsPoolWorker(options)
      await thread.start()
      const begun = { thread, runs: 0, config: undefined, isBusy: false }
      thread.on('message', ({ type }: { type?: string }) => {
        if (type === 'testfileFinished') begun.isBusy = false
      })
      warm = begun
    },
    async stop() {
      for (const { event, callback } of heard.splice(0)) warm?.thread.off(event, callback)
      // given up while it still ran: what it says late would be taken for the next run's result
      if (warm?.isBusy) await endThread()
    },
    on(event, callback) {
      heard.push({ event, callback })
      warm?.thread.on(event, callback)
    },
    off(event, callback) {
      warm?.thread.off(event, callback)
    },
    send(request) {
      if (!warm || request.type === 'stop') return answer('stopped')
      // a run ends itself at its first failure: told from outside it would be the next one by then, and its mutant found by nobody
      if (isCancellation(request)) return
      if (request.type === 'start') {
        const isRunning = warm.config !== undefined
        warm.config = request.context.config
        return isRunning ? answer('started') : warm.thread.send(request)
      }
      if (request.type !== 'run') return warm.thread.send(request)
      warm.runs++
      warm.isBusy = true
      // the thread was told at its start which tests are to run; that has changed since
      const context = { ...request.context, config: warm.config }
      warm.thread.send({ ...request, context })
    },
    deserialize: (message) => message,
  }
}

const isCancellation = (request: WorkerRequest | { m?: string }): boolean => 'm' in request && request.m === 'onCancel'

async function endThread(): Promise<void> {
  const ended = warm?.thread
  warm = undefined
  await ended?.stop()
}
