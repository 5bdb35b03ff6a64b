import type { Deps } from '../../deps.ts'
import { requeueLeft } from './job-run-queries.ts'

/** From then on, an interruption counts as an attempt, since the job itself may be what ends the process. */
const INTERRUPTIONS_FREE = 6
/** Added to the wait after each interruption, so that everything else gets done in between. */
const WAITS_MS = 60_000

/**
 * Puts back in the queue the jobs that the previous process left unfinished. Must run before any is started here: only this process runs jobs now,
 * whatever their leases say. Being interrupted does not count as an attempt.
 */
export async function takeBackJobs({ database: { db }, clock, logger }: Pick<Deps, 'database' | 'clock' | 'logger'>) {
  const left = await requeueLeft(db, clock.now(), { free: INTERRUPTIONS_FREE, waitsMs: WAITS_MS })
  for (const { id, type } of left) logger.warn({ job: id, type }, 'a job was interrupted; starting it over')
}
