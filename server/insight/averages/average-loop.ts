import type { Deps } from '../../deps.ts'
import { refreshAverages, updateAverages } from './update-averages.ts'

/** Computes averages in the background, one run at a time; when the server stops, the current run ends early. */
export function createAverageLoop(deps: Pick<Deps, 'database' | 'clock' | 'logger' | 'loops'>) {
  const stopped = new AbortController()
  let last = Promise.resolve()

  const after = (work: typeof updateAverages): Promise<void> => {
    last = last.then(async () => {
      if (stopped.signal.aborted) return
      try {
        await work(deps, stopped.signal)
      } catch (error) {
        deps.logger.error({ err: error }, 'regional averages could not be computed; will try again')
      }
    })
    return last
  }
  return {
    /** Recomputes what changed. */
    update: () => after(updateAverages),
    /** Recomputes everything. */
    refresh: () => after(refreshAverages),
    async stop(): Promise<void> {
      stopped.abort()
      await last
    },
  }
}
