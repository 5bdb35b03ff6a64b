import { proxy } from 'valtio'
import { CanceledError } from './api-error.ts'

/** How long somebody looks at a spinning button before being told that the network is slow. */
const PATIENCE_MS = 2000

/** How many changes and screens have been waiting longer than that. */
export const slowCalls = proxy({ count: 0 })
const cancels = new Set<() => void>()

/** Cancels all slow calls: each throws CanceledError where it was requested. */
export function cancelSlowCalls(): void {
  for (const cancel of [...cancels]) cancel()
}

/** Reports after a while that something is slow; `cancel` is how the person can give it up. Returns a function that stops this. */
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

/** Sends something that can be canceled while it is slow. `signal`: the caller's own signal. */
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
