import { describeRoute } from 'hono-openapi'
import * as v from 'valibot'
import { JobBody } from '#domain/platform/job.ts'
import { taken } from '../http/schemas/answers.ts'
import type { JobKinds } from './job-kind.ts'

const example = { type: 'EXPORT', scales: [1, 2], from: '2026-05-01', to: '2026-05-31', level: 'hour', format: 'csv' }

/** Describes what each type of job takes besides its period, for the API description. */
export const describeJobBody = (kinds: JobKinds) => {
  const { controllerId, from, to } = JobBody.entries
  const bodies = Object.entries(kinds).map(([type, { input }]) =>
    v.object({ type: v.literal(type), controllerId, from, to, ...(input as { entries?: v.ObjectEntries }).entries }),
  )
  return describeRoute({
    requestBody: { required: true, content: { 'application/json': taken(v.union(bodies), example) } },
  })
}
