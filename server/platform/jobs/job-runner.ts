import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import type { JobType } from '#domain/platform/job.ts'
import type { Deps } from '../../deps.ts'
import { isStorageUnavailable } from '../db/lane.ts'
import { AppError } from '../http/app-error.ts'
import { createDueLoop, type DueLoop } from '../loops/due-loop.ts'
import type { JobKind, JobKinds } from './job-kind.ts'
import { createJobProgress } from './job-progress.ts'
import type { JobRow } from './job-queries.ts'
import { selectNextDueJob, takeJob, updateHeldJob } from './job-run-queries.ts'
import { pickDueJobs } from './pick-due-jobs.ts'
import { tellOfJob } from './tell-of-job.ts'

/** Per lane; an account that holds two leaves the third to others. */
const PARALLEL = 3
const LEASE_MS = 60_000
const HEARTBEAT_MS = 15_000
const TRIES = 4
const PAUSES_MS = [60_000, 5 * 60_000, 30 * 60_000]
const AFTER_TROUBLE_MS = 5000

/** The reason given when a job's signal fires. */
export class JobEnded extends Error {
  override name = 'JobEnded'
}

export type JobRunner = DueLoop & {
  /** Ends a job of this process at once, after its row has been marked as canceled. */
  abort(id: number): void
}

/** What features can do with jobs: how each type is done, and functions to signal that one is due or has to end. */
export type Jobs = { kinds: JobKinds } & Pick<JobRunner, 'wake' | 'abort'>

type Outcome =
  | { how: 'lost' }
  | { how: 'done'; holder: string; result: object | undefined }
  | { how: 'failed' | 'again'; holder: string; problem: ErrorCode; attempts: number }
  | { how: 'stopped'; holder: string; attempts: number }

/**
 * Runs due jobs, a few at a time, in two lanes: one for what beekeepers do for themselves, one for everything else. A running job is leased; if its
 * process dies, another takes it once the lease has run out, and a runner that lost its lease can no longer store an outcome. `stop` gives running jobs
 * back, to continue at the next start.
 */
export function createJobRunner(deps: Deps): JobRunner {
  const { clock, events, ids, logger } = deps
  const { db } = deps.database
  const { kinds } = deps.jobs
  const underWay = new Map<number, AbortController>()
  const stopping = new AbortController()

  async function attempt(row: JobRow): Promise<Outcome> {
    const holder = ids.uuid()
    try {
      const now = clock.now()
      const taken = await takeJob(db, row.id, now, { holder, until: now + LEASE_MS })
      if (!taken) return { how: 'lost' }
      tellOfJob(events, taken)
      return await run(taken, holder)
    } catch (error) {
      logger.error({ err: error, job: row.id }, 'a job could not be started; will try again')
      await pause(AFTER_TROUBLE_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      return { how: 'lost' }
    }
  }

  async function run(row: JobRow, holder: string): Promise<Outcome> {
    const kind = kinds[row.type]
    const { attempts } = row
    if (!kind) return { how: 'failed', holder, problem: 'job_unknown', attempts }
    const tries = kind.tries ?? TRIES
    if (attempts > tries) return { how: 'failed', holder, problem: 'job_interrupted', attempts }
    const ending = new AbortController()
    const heartbeat = setInterval(() => void keepLease(row, holder, ending), HEARTBEAT_MS)
    heartbeat.unref()
    underWay.set(row.id, ending)
    const progress = createJobProgress(deps, row, holder, () => ending.abort(new JobEnded('no longer held')))
    try {
      if (stopping.signal.aborted) ending.abort(new JobEnded('stopped'))
      ending.signal.throwIfAborted()
      const result = await kind.run({
        ...requestOf(kind, row),
        jobId: row.id,
        accountId: row.account_id,
        signal: ending.signal,
        progress: progress.set,
        deps,
      })
      return { how: 'done', holder, result }
    } catch (error) {
      if (stopping.signal.aborted) return { how: 'stopped', holder, attempts }
      if (ending.signal.aborted) return { how: 'lost' }
      if (error instanceof AppError && error.status < 500) {
        return { how: 'failed', holder, problem: error.code, attempts }
      }
      logger.error({ err: error, job: row.id, type: row.type, attempts }, 'a job failed')
      return { how: attempts < tries ? 'again' : 'failed', holder, problem: problemOf(error), attempts }
    } finally {
      clearInterval(heartbeat)
      underWay.delete(row.id)
      await progress.settled()
    }
  }

  async function keepLease(row: JobRow, holder: string, ending: AbortController): Promise<void> {
    try {
      const kept = await updateHeldJob(db, row.id, holder, { lease_until: clock.now() + LEASE_MS })
      if (!kept) ending.abort(new JobEnded('no longer held'))
    } catch (error) {
      logger.error({ err: error, job: row.id }, 'a lease could not be extended')
    }
  }

  async function settle(row: JobRow, outcome: Outcome): Promise<void> {
    if (outcome.how === 'lost') return
    const settled = await updateHeldJob(db, row.id, outcome.holder, {
      ...changesOf(outcome, clock.now()),
      lease_holder: null,
      lease_until: null,
    })
    if (settled) tellOfJob(events, settled)
  }

  const lanes = (['in', 'not in'] as const).map((is) =>
    createDueLoop<JobRow, Outcome>(deps, {
      name: 'jobs',
      parallel: PARALLEL,
      selectDue: (nowMs) => pickDueJobs(db, { is, types: ownMatters(kinds) }, nowMs, PARALLEL),
      selectNextDue: (afterMs) => selectNextDueJob(db, afterMs),
      attempt,
      settle,
    }),
  )
  const ofAll = async (step: 'idle' | 'stop') => void (await Promise.all(lanes.map((lane) => lane[step]())))
  return {
    wake() {
      for (const lane of lanes) lane.wake()
    },
    idle: () => ofAll('idle'),
    abort: (id) => underWay.get(id)?.abort(new JobEnded('cancelled')),
    stop() {
      stopping.abort()
      for (const ending of underWay.values()) ending.abort(new JobEnded('stopped'))
      return ofAll('stop')
    },
  }
}

const ownMatters = (kinds: JobKinds): JobType[] =>
  Object.entries(kinds).flatMap(([type, { ownMatter }]) => (ownMatter ? [type as JobType] : []))

/** Input stored by an earlier version may no longer be valid. */
function requestOf(kind: JobKind, row: JobRow) {
  const input = v.safeParse(kind.planned ?? kind.input, JSON.parse(row.input))
  if (!input.success) throw new AppError(400, 'invalid_body')
  const number = (value: number | null) => (value === null ? null : Number(value))
  const { controller_id: controllerId, from, to } = row
  return { input: input.output as never, controllerId, from: number(from), to: number(to) }
}

function problemOf(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code
  return isStorageUnavailable(error) ? 'storage_unavailable' : 'internal'
}

function changesOf(outcome: Exclude<Outcome, { how: 'lost' }>, nowMs: number) {
  switch (outcome.how) {
    case 'done': {
      const result = outcome.result === undefined ? null : JSON.stringify(outcome.result)
      return {
        status: 'done' as const,
        progress_permille: 1000,
        detail: null,
        problem: null,
        result,
        finished_at: nowMs,
      }
    }
    case 'failed':
      return { status: 'failed' as const, detail: null, problem: outcome.problem, finished_at: nowMs }
    case 'again': {
      const wait = PAUSES_MS[Math.min(outcome.attempts, PAUSES_MS.length) - 1]!
      return { status: 'queued' as const, detail: null, problem: outcome.problem, due_at: nowMs + wait }
    }
    case 'stopped':
      return { status: 'queued' as const, detail: null, due_at: nowMs, attempts: outcome.attempts - 1 }
  }
}
