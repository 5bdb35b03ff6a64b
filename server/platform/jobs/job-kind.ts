import type { GenericSchema, InferOutput } from 'valibot'
import type { JobType } from '#domain/platform/job.ts'
import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../http/env.ts'

/** What a running job receives. */
export type JobContext<Input> = {
  jobId: number
  input: Input
  /** Who requested it; null for the schedule. */
  accountId: number | null
  controllerId: number | null
  /** Epoch ms, `to` exclusive. */
  from: number | null
  to: number | null
  /** `done` from 0 to 1; `detail`: the name of what is being worked on, never a sentence. Cheap to call: only written now and then. */
  progress(done: number, detail?: string): void
  /** Fires when the job is canceled or the server stops: then throw `signal.reason`, leaving nothing half done. */
  signal: AbortSignal
  deps: Deps
}

/** What somebody requests with `POST jobs`. Limits given as days are in `days` too, and as UTC days in `from` and `to`. */
export type JobRequest<Input> = Pick<JobContext<Input>, 'input' | 'controllerId' | 'from' | 'to'> & {
  days: { from: string | null; to: string | null }
}

/** Values decided before a job is stored, replacing the requested ones. Only one job with a given `dedupKey` is unfinished at a time. */
export type JobPlan = {
  description?: string
  dedupKey?: string
  from?: number | null
  to?: number | null
  input?: object
}

/**
 * How one type of job is done. It may run more than once for a row (after a crash or a passing failure), so an earlier run
 * must do no harm. An `AppError` below 500 ends it; after any other error it is tried again after a pause, `tries` times in all.
 */
export type JobKind = {
  /** Schema of the body without type, transmitter and period; scheduled jobs get `{}`. */
  input: GenericSchema
  /** Schema of the stored input, if the plan adds something to the request. */
  planned?: GenericSchema
  startedBy: 'beekeeper' | 'administrator'
  /** A job that only its requester waits for: it takes no places from scheduled jobs and those of administrators. */
  ownMatter?: true
  /** A cron pattern in UTC. However many runs were missed, it runs once. */
  schedule?: string
  /** A job that deletes old data: the schedule does not start it while the clock is in doubt. */
  needsTrustedClock?: true
  tries?: number
  /** Throws if `account` may not request this. */
  plan?(deps: Deps, account: SignedIn, request: JobRequest<never>): Promise<JobPlan>
  /** Returns the job's `result`, stored as JSON. */
  run(context: JobContext<never>): Promise<object | undefined>
}

export type JobKinds = Partial<Record<JobType, JobKind>>

type KindOf<Schema extends GenericSchema, Planned extends GenericSchema> = Omit<
  JobKind,
  'input' | 'planned' | 'plan' | 'run'
> & {
  input: Schema
  planned?: Planned
  plan?(deps: Deps, account: SignedIn, request: JobRequest<InferOutput<Schema>>): Promise<JobPlan>
  run(context: JobContext<InferOutput<Planned>>): Promise<object | undefined>
}

/** Declares a type of job, typed by its input. */
export const defineJob = <Schema extends GenericSchema, Planned extends GenericSchema = Schema>(
  kind: KindOf<Schema, Planned>,
): JobKind => kind
