import type { Deps } from '../../deps.ts'
import { refreshAverages, updateAverages } from './update-averages.ts'

/** Averages in the background: one run after the other, and the one under way ends early when the server stops. */
export function createAverageLoop(deps: Pick<Deps, 'database' | 'clock' | 'logger' | 'loops'>) {
  const stopped = new AbortController()
  let last = Promise.resolve()

  const after = (work: typeof updateAverages): Promise<void> => {
    last = last.then(async () => {
      if (stopped.signal.aborted) return
      try {
        await work(deps, stopped.signal)
      } catch (error) {
        deps.logger.error({ err: error }, 'regional averages could not be computed; they are tried again')
      }
    })
    return last
  }
  return {
    /** Computes what changed. */
    update: () => after(updateAverages),
    /** Computes everything. */
    refresh: () => after(refreshAverages),
    async stop(): Promise<void> {
      stopped.abort()
      await last
    },
  }
}
