import type { GenericSchema, InferOutput } from 'valibot'
import type { JobType } from '#domain/platform/job.ts'
import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../http/env.ts'

/** What a running job gets. */
export type JobContext<Input> = {
  jobId: number
  input: Input
  /** Who asked for it; null for the schedule. */
  accountId: number | null
  controllerId: number | null
  /** Epoch ms, `to` exclusive. */
  from: number | null
  to: number | null
  /** `done` from 0 to 1; `detail`: the name of what it is at, never a sentence. Cheap: it is written now and then only. */
  progress(done: number, detail?: string): void
  /** Fires when the job was cancelled, or the server stops: then throw `signal.reason`, and leave nothing half done. */
  signal: AbortSignal
  deps: Deps
}

/** What somebody asks for by `POST jobs`. Ends that were named as days are there as `days`, too, and as UTC's in `from` and `to`. */
export type JobRequest<Input> = Pick<JobContext<Input>, 'input' | 'controllerId' | 'from' | 'to'> & {
  days: { from: string | null; to: string | null }
}

/** What is decided before a job is written down, in place of what was asked for. Of one `dedupKey` one is unfinished at a time. */
export type JobPlan = {
  description?: string
  dedupKey?: string
  from?: number | null
  to?: number | null
  input?: object
}

/**
 * How one type of job is done. It may run more than once for one row (after a crash, or a passing failure), so what it did
 * before must not do harm. An `AppError` below 500 ends it; everything else is tried again after a pause, `tries` times in all.
 */
export type JobKind = {
  /** Of what stands in the body beside type, transmitter and period; what is scheduled gets `{}`. */
  input: GenericSchema
  /** Of what is written down, where the plan adds to what was asked for. */
  planned?: GenericSchema
  startedBy: 'beekeeper' | 'administrator'
  /** Nobody else waits for it: it takes no place of what the schedule and administrators begin. */
  ownMatter?: true
  /** A cron pattern in UTC. However many runs were missed, it runs once. */
  schedule?: string
  /** It takes away what is old: while the clock is in doubt it is not begun by the schedule. */
  needsTrustedClock?: true
  tries?: number
  /** Throws where `account` may not have this done. */
  plan?(deps: Deps, account: SignedIn, request: JobRequest<never>): Promise<JobPlan>
  /** What it answers is the job's `result`, as JSON. */
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

/** Declares a type of job with the type of its input. */
export const defineJob = <Schema extends GenericSchema, Planned extends GenericSchema = Schema>(
  kind: KindOf<Schema, Planned>,
): JobKind => kind
