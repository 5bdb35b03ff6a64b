import { setTimeout as pause } from 'node:timers/promises'

const LONGEST_MS = 1000

/**
 * For long work in parts: pauses between two parts for as long as the last one took, leaving half of the time to
 * transmitters and to people looking at charts. Rejects with the signal's reason.
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
