import { Worker } from 'node:worker_threads'

export type CopySetup = { from: string; to: string; cancelled: SharedArrayBuffer }
export type CopyMessage = { done: number } | Copied
/** `schema`: the newest migration; `damage`: damaged content, in words. */
export type Copied = { schema: string; damage: string[] }

type Way = { signal: AbortSignal; progress(done: number): void }

/**
 * Copies a database in use, in its state at the beginning of the copy, in a thread of its own that leaves others half of the disk's time, and
 * then checks the whole copy. Rejects with the signal's reason when that fires.
 */
export function copyDatabase(from: string, to: string, { signal, progress }: Way): Promise<Copied> {
  signal.throwIfAborted()
  const cancelled = new SharedArrayBuffer(4)
  const worker = new Worker(new URL('./copy-database-worker.ts', import.meta.url), {
    workerData: { from, to, cancelled } satisfies CopySetup,
  })
  const cancel = () => {
    const flag = new Int32Array(cancelled)
    Atomics.store(flag, 0, 1)
    Atomics.notify(flag, 0)
  }
  signal.addEventListener('abort', cancel, { once: true })
  const ended = new Promise<Copied>((resolve, reject) => {
    let copied: Copied | undefined
    worker.on('message', (message: CopyMessage) => {
      if ('done' in message) progress(message.done)
      else copied = message
    })
    worker.once('error', (error) => reject(signal.aborted ? signal.reason : error))
    worker.once('exit', (code) => {
      if (signal.aborted) reject(signal.reason)
      else if (copied === undefined) reject(new Error(`copying the database ended with code ${code}`))
      else resolve(copied)
    })
  })
  return ended.finally(() => signal.removeEventListener('abort', cancel))
}
