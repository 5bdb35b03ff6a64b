import { Cron } from 'croner'
import { DAY_MS } from '#domain/platform/durations.ts'
import type { JobType } from '#domain/platform/job.ts'
import type { Deps } from '../../deps.ts'
import { insertJob } from './job-queries.ts'
import { insertSchedule, moveSchedule, selectSchedules } from './job-run-queries.ts'
import { newRow } from './queue-job.ts'
import { tellOfJob } from './tell-of-job.ts'

type Planning = Pick<Deps, 'database' | 'clock' | 'events' | 'jobs' | 'loops'>

/**
 * Queues what the schedule requires by now. However many runs were missed, and whatever the clock did, each type is queued
 * once. A schedule more than a day ahead, or before 1970, was written by a wrong clock or is damaged, and starts over.
 */
export async function planJobs(deps: Planning): Promise<void> {
  const schedules = new Map((await selectSchedules(deps.database.db)).map((row) => [row.type, Number(row.planned_at)]))
  await deps.loops('planning jobs').run(
    Object.entries(deps.jobs.kinds),
    ([name]) => name,
    ([name, { schedule, needsTrustedClock }]) =>
      schedule && (deps.clock.isTrusted() || !needsTrustedClock)
        ? planJob(deps, name as JobType, schedule, schedules.get(name as JobType))
        : done,
  )
}

const done = Promise.resolve()

async function planJob(deps: Planning, type: JobType, schedule: string, plannedAt: number | undefined): Promise<void> {
  const { db } = deps.database
  const now = deps.clock.now()
  if (plannedAt === undefined) return void (await insertSchedule(db, type, now))
  const isWrong = plannedAt > now + DAY_MS || plannedAt < 0
  const isDue = !isWrong && nextRun(schedule, plannedAt) <= now
  if (!isDue && !isWrong) return
  const queued = await db.transaction().execute(async (transaction) => {
    const isMoved = await moveSchedule(transaction, type, plannedAt, now)
    if (!isMoved || !isDue) return undefined
    return insertJob(transaction, newRow({ type, dedupKey: `schedule ${type}` }, now))
  })
  if (!queued) return
  tellOfJob(deps.events, queued)
  deps.jobs.wake()
}

/** The first time of a cron pattern (UTC) after `afterMs`, in epoch ms. */
function nextRun(pattern: string, afterMs: number): number {
  const cron = new Cron(pattern, { timezone: 'UTC', paused: true })
  const next = cron.nextRun(new Date(afterMs))
  cron.stop()
  return next?.getTime() ?? Number.POSITIVE_INFINITY
}
