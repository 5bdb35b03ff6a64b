import type { Deps } from '../../deps.ts'
import type { JobRow } from './job-queries.ts'
import { updateHeldJob } from './job-run-queries.ts'
import { tellOfJob } from './tell-of-job.ts'

const WRITTEN_EVERY_MS = 500

/** Stores a job's progress, at most twice a second. `onLost`: called if the job no longer belongs to this runner. */
export function createJobProgress(
  { database: { db }, clock, events, logger }: Pick<Deps, 'database' | 'clock' | 'events' | 'logger'>,
  row: JobRow,
  holder: string,
  onLost: () => void,
) {
  let writtenAt = Number.NEGATIVE_INFINITY
  let writing: Promise<void> | undefined

  async function write(permille: number, detail: string | null): Promise<void> {
    try {
      const held = await updateHeldJob(db, row.id, holder, { progress_permille: permille, detail })
      if (held) tellOfJob(events, held)
      else onLost()
    } catch (error) {
      logger.warn({ err: error, job: row.id }, 'the progress of a job could not be stored')
    } finally {
      writing = undefined
    }
  }

  return {
    set(done: number, detail?: string): void {
      const now = clock.now()
      if (writing || Math.abs(now - writtenAt) < WRITTEN_EVERY_MS) return
      writtenAt = now
      writing = write(Math.round(Math.min(1, Math.max(0, done)) * 1000), detail ?? null)
    },
    /** Resolves when nothing is being written. */
    async settled(): Promise<void> {
      await writing
    },
  }
}
