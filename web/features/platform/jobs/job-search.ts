import type { JobStatus } from '#domain/platform/job.ts'
import { oneOf, searchOf } from '../../../api/read-fields.ts'
import { wordsOf } from '../../../api/words-of.ts'

const statuses = wordsOf<JobStatus>({ queued: true, running: true, done: true, failed: true, cancelled: true })

/** Reads from the address which jobs to show. */
export const readJobSearch = searchOf({ status: oneOf(...statuses) })
