import { Hono } from 'hono'
import * as v from 'valibot'
import { Job, JobBody, JobList, JobReply, JobStatus, JobType } from '#domain/platform/job.ts'
import type { Deps } from '../../deps.ts'
import { markRecorded } from '../http/current-request.ts'
import type { Env } from '../http/env.ts'
import { IdParameter } from '../http/id-parameter.ts'
import { idListQuery, pageOfIds, SearchText } from '../http/list-query.ts'
import { requireAccount, signedIn } from '../http/require-account.ts'
import { answers } from '../http/schemas/answers.ts'
import { validate } from '../http/schemas/validate.ts'
import { translate } from '../runtime/translate.ts'
import { cancelJob } from './cancel-job.ts'
import { describeJobBody } from './describe-jobs.ts'
import { selectJobs } from './job-queries.ts'
import { recordJob } from './record-job.ts'
import { type RequireController, requestJob } from './request-job.ts'
import { requireJob } from './require-job.ts'
import { retryJob } from './retry-job.ts'
import { toJob } from './to-job.ts'

const ListQuery = v.object({
  ...idListQuery(),
  q: SearchText,
  type: v.optional(JobType),
  status: v.optional(JobStatus),
  /** Administrators see everybody's jobs unless they ask for their own. */
  mine: v.optional(v.picklist(['true', 'false']), 'false'),
})

export const jobRoutes = (deps: Deps, requireController: RequireController) => {
  const { db } = deps.database
  const shown = (row: Parameters<typeof toJob>[0]) => toJob(row, deps.clock.now())
  return new Hono<Env>()
    .get(
      '/jobs',
      answers('job', 'Your own jobs, or everyone’s for administrators; newest first', JobList),
      requireAccount,
      validate('query', ListQuery),
      async (c) => {
        const { limit, cursor, mine, ...filter } = c.req.valid('query')
        const account = signedIn(c)
        const accountId = account.admin && mine === 'false' ? undefined : account.accountId
        const rows = await selectJobs(db, { ...filter, accountId, beforeId: cursor, limit: limit + 1 })
        const page = pageOfIds(rows, limit)
        return c.json({ items: page.rows.map(shown), nextCursor: page.nextCursor })
      },
    )
    .post(
      '/jobs',
      answers(
        'job',
        'Start a job. EXPORT and RULE_REPLAY are for everyone, with scales they can see; the others are for administrators',
        JobReply,
        201,
        { 200: JobReply },
      ),
      requireAccount,
      validate('json', JobBody),
      describeJobBody(deps.jobs.kinds),
      async (c) => {
        const { row, isNew } = await requestJob(deps, signedIn(c), c.req.valid('json'), requireController)
        await (isNew ? recordJob(deps, signedIn(c), 'begin', row) : markRecorded())
        const message = translate(c.get('locale'), isNew ? 'job.message.begun' : 'job.message.underWay')
        return c.json({ message, ...shown(row) }, isNew ? 201 : 200)
      },
    )
    .get('/jobs/:id', answers('job', 'One job', Job), requireAccount, validate('param', IdParameter), async (c) =>
      c.json(shown(await requireJob(db, signedIn(c), c.req.valid('param').id))),
    )
    .post(
      '/jobs/:id/cancel',
      answers('job', 'Cancel a waiting or running job', JobReply),
      requireAccount,
      validate('param', IdParameter),
      async (c) => {
        const { row, isNew } = await cancelJob(deps, signedIn(c), c.req.valid('param').id)
        await (isNew ? recordJob(deps, signedIn(c), 'cancel', row) : markRecorded())
        return c.json({ message: translate(c.get('locale'), 'job.message.cancelled'), ...shown(row) })
      },
    )
    .post(
      '/jobs/:id/retry',
      answers('job', 'Retry a job that failed or was cancelled', JobReply),
      requireAccount,
      validate('param', IdParameter),
      async (c) => {
        const row = await retryJob(deps, signedIn(c), c.req.valid('param').id)
        await recordJob(deps, signedIn(c), 'retry', row)
        return c.json({ message: translate(c.get('locale'), 'job.message.begun'), ...shown(row) })
      },
    )
}
