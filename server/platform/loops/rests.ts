import { setTimeout as pause } from 'node:timers/promises'

const LONGEST_MS = 1000

/**
 * For long work in parts: between two of them it rests as long as the last one took, so that half of the time is left to
 * transmitters and to who looks at a chart. Rejects with the signal's reason.
 */
export function createRests(signal: AbortSignal): () => Promise<void> {
  let begunAt = performance.now()
  return async () => {
    try {
      await pause(Math.min(performance.now() - begunAt, LONGEST_MS), undefined, { signal })
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    }
    begunAt = performance.now()
  }
}
