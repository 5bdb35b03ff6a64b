import * as v from 'valibot'
import { DAY_MS } from './durations.ts'
import { ErrorCode } from './error-code.ts'
import { DayOrMoment } from './moment.ts'

export const jobTypes = [
  'BACKUP',
  'EXPORT',
  'NOTIFY_CUSTOMERS',
  'REBUILD',
  'RETENTION',
  'RULE_REPLAY',
  'SETTINGS_PREVIEW',
  'WEATHER_UPDATE',
] as const
export const JobType = v.picklist(jobTypes)
export type JobType = v.InferOutput<typeof JobType>

export const jobStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export const JobStatus = v.picklist(jobStatuses)
export type JobStatus = v.InferOutput<typeof JobStatus>

export const isUnfinished = (status: JobStatus): boolean => status === 'queued' || status === 'running'

/**
 * The body of `POST jobs`; any other fields depend on the type. `to` is exclusive, but a date in it counts as a whole day. Days are in UTC,
 * except for an EXPORT: there they are in its `timeZone`, or in each place's own zone if it has none.
 */
export const JobBody = v.pipe(
  v.looseObject({
    type: JobType,
    controllerId: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1))),
    from: v.nullish(DayOrMoment),
    to: v.nullish(DayOrMoment),
  }),
  v.check(({ from, to }) => !from || !to || jobBegin(from) < jobEnd(to), 'from must be before to'),
)
export type JobBody = v.InferOutput<typeof JobBody>

/** Epoch ms of the start of a job's period. */
export const jobBegin = (from: string): number => Date.parse(from)
/** Epoch ms of the exclusive end of a job's period. */
export const jobEnd = (to: string): number => Date.parse(to) + (to.length === 'yyyy-mm-dd'.length ? DAY_MS : 0)

const time = v.nullable(v.string())

/**
 * A job as the API shows it. `progress` is 0 to 1; `detail`: the name of what it is working on; `remainingSeconds`: if it can be estimated;
 * `problem`: why it failed or is being retried; `result` depends on the type.
 */
export const Job = v.object({
  id: v.number(),
  type: JobType,
  accountId: v.nullable(v.number()),
  controllerId: v.nullable(v.number()),
  from: time,
  to: time,
  description: v.string(),
  status: JobStatus,
  progress: v.number(),
  detail: v.nullable(v.string()),
  remainingSeconds: v.nullable(v.number()),
  attempts: v.number(),
  problem: v.nullable(ErrorCode),
  result: v.nullable(v.record(v.string(), v.unknown())),
  created: v.string(),
  due: v.string(),
  started: time,
  finished: time,
})
export type Job = v.InferOutput<typeof Job>

export const JobReply = v.object({ message: v.string(), ...Job.entries })
export const JobList = v.object({ items: v.array(Job), nextCursor: v.nullable(v.string()) })
export type JobList = v.InferOutput<typeof JobList>
