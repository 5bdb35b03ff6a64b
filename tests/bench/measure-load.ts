import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { LoadOrder, LoadResult } from './load-generator.ts'
import { quantile } from './statistics.ts'

export type Load = { requestsPerSecond: number; p50: number; p99: number }

/** Runs the load generator in a separate process. */
export async function measureLoad(order: LoadOrder): Promise<Load> {
  const generator = fork(path.join(import.meta.dirname, 'load-generator.ts'))
  const exited = once(generator, 'exit')
  const result = new Promise<LoadResult>((resolve, reject) => {
    generator.once('message', (message) => resolve(message as LoadResult))
    generator.once('exit', (code) => reject(new Error(`the load generator ended with ${code}`)))
  })
  generator.send(order)
  const { requests, seconds, latenciesMs } = await result
  await exited
  return {
    requestsPerSecond: requests / seconds,
    p50: quantile(latenciesMs, 0.5),
    p99: quantile(latenciesMs, 0.99),
  }
}
