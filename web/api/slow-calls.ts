import { proxy } from 'valtio'
import { CanceledError } from './api-error.ts'

/** So long somebody looks at a button that turns before they are told that the network is slow. */
const PATIENCE_MS = 2000

/** How many changes wait for an answer for longer than that. */
export const slowCalls = proxy({ count: 0 })
const cancels = new Set<() => void>()

/** Gives up all of them: each throws CanceledError where it was asked for. */
export function cancelSlowCalls(): void {
  for (const cancel of [...cancels]) cancel()
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
  const cancel = () => stop.abort(new CanceledError())
  const timer = setTimeout(() => {
    cancels.add(cancel)
    slowCalls.count = cancels.size
  }, PATIENCE_MS)
  try {
    return await send(stop.signal)
  } catch (error) {
    // older browsers throw an error of their own
    throw stop.signal.reason instanceof CanceledError ? stop.signal.reason : error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', passOn)
    cancels.delete(cancel)
    slowCalls.count = cancels.size
  }
}
