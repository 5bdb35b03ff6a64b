import { stat } from 'node:fs/promises'
import { MINUTE_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../../deps.ts'
import { readLastUp } from '../../../hives/readings/listening/read-last-up.ts'
import type { SteadyClock } from '../../../platform/runtime/steady-clock.ts'

/**
 * Compares the clock with the server's last run and the age of its files, and tells administrators while it is wrong. `onStep`: called when
 * the time in use has jumped.
 */
export async function watchClock(
  clock: SteadyClock,
  { database, troubles, logger }: Pick<Deps, 'database' | 'troubles' | 'logger'>,
  onStep: () => void,
): Promise<void> {
  const { lastUp, transmitters } = await readLastUp(database.db)
  const { mtimeMs } = await stat(import.meta.filename)
  clock.begin({ lastUp, builtAt: mtimeMs, transmitters })
  clock.follow(
    (wrongBy) => {
      if (wrongBy === undefined) return void troubles.clear('clock_jumped')
      const minutes = Math.max(1, Math.round(Math.abs(wrongBy) / MINUTE_MS))
      void troubles.raise({
        kind: 'clock_jumped',
        values: { minutes, direction: wrongBy > 0 ? 'ahead' : 'behind' },
      })
    },
    () => {
      logger.warn({ now: new Date(clock.now()).toISOString() }, 'the server time jumped')
      onStep()
    },
  )
}
