import * as v from 'valibot'
import { JobStatus } from '#domain/job.ts'

/** Which jobs the address asks for. */
export const JobSearch = v.object({ status: v.fallback(v.optional(JobStatus), undefined) })
