import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import * as v from 'valibot'
import { AuditList } from '#domain/platform/audit.ts'
import { jobBegin, jobEnd } from '#domain/platform/job.ts'
import { DayOrMoment } from '#domain/platform/moment.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../http/env.ts'
import { IdText } from '../http/id-parameter.ts'
import { idListQuery, pageOfIds, SearchText } from '../http/list-query.ts'
import { requireAccount, requireAdmin, signedIn } from '../http/require-account.ts'
import { answers } from '../http/schemas/answers.ts'
import { validate } from '../http/schemas/validate.ts'
import { fileName } from '../http/site-address.ts'
import { textStream } from '../http/text-stream.ts'
import { auditCsv } from './audit-csv.ts'
import { readEntries } from './read-entries.ts'

const word = v.pipe(v.string(), v.trim(), v.maxLength(100))

const FilterQuery = v.object({
  q: SearchText,
  actor: v.optional(IdText),
  action: v.optional(word),
  /** `user`, or a single one: `user:12`. */
  subject: v.optional(word),
  from: v.optional(DayOrMoment),
  to: v.optional(DayOrMoment),
})
const ListQuery = v.object({
  ...FilterQuery.entries,
  ...idListQuery(),
})

function filterOf({ q, actor, action, subject, from, to }: v.InferOutput<typeof FilterQuery>) {
  // what stands behind the first colon may have others, as the route of a call
  const [, subjectType, subjectId] = /^([^:]*)(?::(.*))?$/.exec(subject ?? '') ?? []
  return {
    ...{ q, action, subjectType, subjectId, actorId: actor },
    from: from ? jobBegin(from) : undefined,
    to: to ? jobEnd(to) : undefined,
  } as const
}

const describeTable = describeRoute({
  tags: ['audit'],
  summary: 'The same changes as a text table',
  responses: { 200: { description: 'The table', content: { 'text/csv': {} } } },
})

export const auditRoutes = (deps: Pick<Deps, 'database' | 'clock' | 'config' | 'logger'>) => {
  const { db } = deps.database
  return new Hono<Env>()
    .get(
      '/admin/audit',
      answers('audit', 'Changes made in the administration and by whom, newest first', AuditList),
      requireAccount,
      requireAdmin,
      validate('query', ListQuery),
      async (c) => {
        const { limit, cursor, ...query } = c.req.valid('query')
        const entries = await readEntries(db, { ...filterOf(query), beforeId: cursor, limit: limit + 1 })
        const { rows: items, nextCursor } = pageOfIds(entries, limit)
        return c.json({ items, nextCursor })
      },
    )
    .get('/admin/audit.csv', describeTable, requireAccount, requireAdmin, validate('query', FilterQuery), (c) => {
      const day = new Date(deps.clock.now()).toISOString().slice(0, 10)
      const table = auditCsv(db, filterOf(c.req.valid('query')), c.get('locale'))
      return c.body(textStream(table, deps.logger), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${fileName(deps.config, signedIn(c), `changes-${day}.csv`)}"`,
      })
    })
}
