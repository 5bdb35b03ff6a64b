import type { Deps } from '../../deps.ts'
import { loadNewPlaces } from './load-new-places.ts'

const QUIET_MS = 2000

/** Checks for new weather places at the start, and whenever a transmitter was claimed or changed. */
export function followPlaces(
  deps: Pick<Deps, 'database' | 'clock' | 'events' | 'jobs' | 'weather' | 'troubles' | 'logger'>,
): {
  stop(): Promise<void>
} {
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()
  const look = () => {
    timer = undefined
    looking = looking
      .then(() => loadNewPlaces(deps))
      .catch((error: unknown) => deps.logger.error({ err: error }, 'could not look for new weather places'))
  }
  const unsubscribe = deps.events.subscribe(({ type }) => {
    if (type === 'controller') timer ??= setTimeout(look, QUIET_MS).unref()
  })
  look()
  return {
    async stop() {
      unsubscribe()
      clearTimeout(timer)
      await looking
    },
  }
}
