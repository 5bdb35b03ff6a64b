import * as v from 'valibot'
import { DAY_MS } from './durations.ts'
import { ErrorCode } from './error-code.ts'
import { DayOrMoment } from './moment.ts'

export const jobTypes = [
  'BACKUP',
  'EXPORT',
  'NOTIFY_CUSTOMERS',
  'REBUILD',
  'REGION_AVERAGES',
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
 * The body of `POST jobs`. What else stands in it belongs to the type. `to` is exclusive; a day in it counts as a whole. Days are UTC's, but
 * of an EXPORT those of its `timeZone`, without one those of each place.
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

/** Epoch ms of the beginning of a job's period. */
export const jobBegin = (from: string): number => Date.parse(from)
/** Epoch ms of the exclusive end of a job's period. */
export const jobEnd = (to: string): number => Date.parse(to) + (to.length === 'yyyy-mm-dd'.length ? DAY_MS : 0)

const time = v.nullable(v.string())

/**
 * A job as the API shows it. `progress` 0 to 1; `detail`: a name of what it is at; `remainingSeconds` as far as it can be told;
 * `problem`: why it failed, or why it is tried again; `result` depends on the type.
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
