import { proxy } from 'valtio'
import { CanceledError } from './api-error.ts'

/** So long somebody looks at a button that turns before they are told that the network is slow. */
const PATIENCE_MS = 2000

/** How many changes and screens are waited for for longer than that. */
export const slowCalls = proxy({ count: 0 })
const cancels = new Set<() => void>()

/** Gives up all of them: each throws CanceledError where it was asked for. */
export function cancelSlowCalls(): void {
  for (const cancel of [...cancels]) cancel()
}

/** Tells after a while that something is slow, with `cancel` as the way to give it up; returns how to stop. */
export function whileSlow(cancel: () => void): () => void {
  const timer = setTimeout(() => {
    cancels.add(cancel)
    slowCalls.count = cancels.size
  }, PATIENCE_MS)
  return () => {
    clearTimeout(timer)
    cancels.delete(cancel)
    slowCalls.count = cancels.size
  }
}

/** Sends something that can be given up while it is slow. `signal`: that of the caller. */
export async function cancelable<Answer>(
  signal: AbortSignal | null | undefined,
  send: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const stop = new AbortController()
  const passOn = () => stop.abort(signal?.reason)
  if (signal?.aborted) passOn()
  signal?.addEventListener('abort', passOn)
  const end = whileSlow(() => stop.abort(new CanceledError()))
  try {
    return await send(stop.signal)
  } catch (error) {
    // older browsers throw an error of their own
    throw stop.signal.reason instanceof CanceledError ? stop.signal.reason : error
  } finally {
    end()
    signal?.removeEventListener('abort', passOn)
  }
}
