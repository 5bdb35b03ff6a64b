import { Cron } from 'croner'
import type { Logger } from './logger.ts'

export type Scheduler = { every(pattern: string, name: string, work: () => Promise<void>): void; stop(): void }

/** Runs work by a cron pattern (UTC). A run that takes longer than its interval is not started a second time. */
export function createScheduler(logger: Logger): Scheduler {
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
      crons.push(new Cron(pattern, options, work))
    },
    stop() {
      for (const cron of crons) cron.stop()
    },
  }
}
