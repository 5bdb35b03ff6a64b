import { Cron } from 'croner'
import type { Loops } from './each-by-itself.ts'
import type { Logger } from './logger.ts'

export type Scheduler = { every(pattern: string, name: string, work: () => Promise<void>): void; stop(): void }

/** Undefined says that all went well. */
const nameless = (error: unknown) => error ?? new Error('failed without a reason')

/** Runs work by a cron pattern (UTC). A run that takes longer than its interval is not started a second time; one that fails is told of. */
export function createScheduler(logger: Logger, loops: Loops): Scheduler {
  const crons: Cron[] = []
  return {
    every(pattern, name, work) {
      const options = {
        name,
        protect: true,
        unref: true,
        timezone: 'UTC',
        catch: (error: unknown) => logger.error({ err: error, name }, 'scheduled work failed'),
      }
      crons.push(
        new Cron(pattern, options, async () => {
          const error = await work().then(() => undefined, nameless)
          await loops('scheduled work').note(new Map([[name, error]]))
        }),
      )
    },
    stop() {
      for (const cron of crons) cron.stop()
    },
  }
}
