import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import * as v from 'valibot'
import { NoticeAudience, NoticeBody, NoticeList, NoticeReach } from '#domain/operations/customer-notice.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import { JobReply } from '#domain/platform/job.ts'
import type { Deps } from '../../deps.ts'
import type { CodedIssue } from '../../platform/http/app-error.ts'
import type { Env } from '../../platform/http/env.ts'
import { idListQuery } from '../../platform/http/list-query.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { toJob } from '../../platform/jobs/to-job.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { countReach } from './count-reach.ts'
import { notifyCustomers } from './notify-customers.ts'
import { readNotices } from './read-notices.ts'
import { ownAffiliation } from './require-audience.ts'

const LISTED = 50

const ListQuery = v.object(idListQuery(LISTED))

const missingChoice = (issues: CodedIssue[]): ErrorCode | undefined => {
  const of = (name: string) => issues.some(({ path }) => path.split('.')[0] === name)
  if (of('notificationTypes')) return 'no_notification_type'
  return of('regionIds') ? 'no_region' : undefined
}

const requireSender = createMiddleware<Env>(async (c, next) => {
  const account = signedIn(c)
  if (!account.admin) ownAffiliation(account)
  await next()
})

export const customerNoticeRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/admin/notifyCustomers',
      answers('notice', 'Messages to customers, newest first; managers see those of their affiliation', NoticeList),
      requireAccount,
      requireSender,
      validate('query', ListQuery),
      async (c) => {
        const { limit, cursor } = c.req.valid('query')
        return c.json(await readNotices(deps, signedIn(c), { limit, cursor }))
      },
    )
    .post(
      '/admin/notifyCustomers/reach',
      answers('notice', 'How many recipients a message would reach', NoticeReach),
      requireAccount,
      requireSender,
      validate('json', NoticeAudience, missingChoice),
      async (c) => c.json(await countReach(deps, signedIn(c), c.req.valid('json'))),
    )
    .post(
      '/admin/notifyCustomers',
      answers(
        'notice',
        'Send a message to customers, as a job; managers reach those of their affiliation',
        JobReply,
        201,
      ),
      requireAccount,
      requireSender,
      validate('json', NoticeBody, missingChoice),
      async (c) => {
        const row = await notifyCustomers(deps, signedIn(c), c.req.valid('json'))
        const message = translate(c.get('locale'), 'job.message.begun')
        return c.json({ message, ...toJob(row, deps.clock.now()) }, 201)
      },
    )
