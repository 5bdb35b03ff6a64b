import type { Deps } from '../../deps.ts'
import { requeueLeft } from './job-run-queries.ts'

/** What takes a process with it again and again is a try like others from here on. */
const INTERRUPTIONS_FREE = 6
/** So much longer a job waits each time, that all else comes on between. */
const WAITS_MS = 60_000

/**
 * Lets the jobs that the process before left amid their work begin anew: before any is begun here, as none but this process does jobs now, whatever
 * their leases say. That somebody ended the process is no try of theirs.
 */
export async function takeBackJobs({ database: { db }, clock, logger }: Pick<Deps, 'database' | 'clock' | 'logger'>) {
  const left = await requeueLeft(db, clock.now(), { free: INTERRUPTIONS_FREE, waitsMs: WAITS_MS })
  for (const { id, type } of left) logger.warn({ job: id, type }, 'a job was interrupted; it begins anew')
}
