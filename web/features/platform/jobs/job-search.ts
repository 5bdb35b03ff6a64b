import * as v from 'valibot'
import type { JobStatus } from '#domain/platform/job.ts'
import { wordsOf } from '../../../api/words-of.ts'

const statuses = wordsOf<JobStatus>({ queued: true, running: true, done: true, failed: true, cancelled: true })

/** Which jobs the address asks for. */
export const JobSearch = v.object({ status: v.fallback(v.optional(v.picklist(statuses)), undefined) })
