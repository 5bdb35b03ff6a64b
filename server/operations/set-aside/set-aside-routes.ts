import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import * as v from 'valibot'
import {
  SetAsideList,
  SetAsideRetried,
  SetAsideRetryBody,
  SetAsideTried,
  setAsideFormats,
} from '#domain/operations/set-aside.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../platform/http/env.ts'
import { IdParameter } from '../../platform/http/id-parameter.ts'
import { idListQuery, pageOfIds } from '../../platform/http/list-query.ts'
import { requireAccount, requireAdmin, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { fileName } from '../../platform/http/site-address.ts'
import { textStream } from '../../platform/http/text-stream.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { dropSetAside } from './drop-set-aside.ts'
import { requireSetAside } from './require-set-aside.ts'
import { setAsideCsv, setAsideJson } from './set-aside-file.ts'
import { countSetAside, selectSetAside } from './set-aside-queries.ts'
import { toSetAside } from './to-set-aside.ts'
import { tryAllSetAside } from './try-all-set-aside.ts'
import { trySetAside } from './try-set-aside.ts'

const ListQuery = v.object(idListQuery())
const FileQuery = v.object({ format: v.optional(v.picklist(setAsideFormats), 'json') })

const describeFile = describeRoute({
  tags: ['setAside'],
  summary: 'Its readings, and with `json` also its bytes and those of the damaged parts of its series',
  responses: { 200: { description: 'The file', content: { 'application/json': {}, 'text/csv': {} } } },
})

/** What a single series or batch broke, for administrators. */
export const setAsideRoutes = (
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'ingest' | 'logger' | 'setAside'>,
) => {
  const { db } = deps.database
  return new Hono<Env>()
    .get(
      '/admin/setAside',
      answers('setAside', 'What was set aside, newest first', SetAsideList),
      requireAccount,
      requireAdmin,
      validate('query', ListQuery),
      async (c) => {
        const { limit, cursor } = c.req.valid('query')
        const rows = await selectSetAside(db, { beforeId: cursor, limit: limit + 1 })
        const page = pageOfIds(rows, limit)
        const count = await countSetAside(db)
        return c.json({ items: page.rows.map(toSetAside), nextCursor: page.nextCursor, count })
      },
    )
    .post(
      '/admin/setAside/retry',
      answers('setAside', 'Retry everything, part by part: `next` is what the following call sends', SetAsideRetried),
      requireAccount,
      requireAdmin,
      validate('json', SetAsideRetryBody),
      async (c) => {
        const retried = await tryAllSetAside(deps, signedIn(c), c.req.valid('json').part)
        const { tried, gone } = retried
        return c.json({
          message: translate(c.get('locale'), 'administration-fleet.setAside.retried', {
            tried,
            gone,
            stay: tried - gone,
          }),
          ...retried,
        })
      },
    )
    .post(
      '/admin/setAside/:id/retry',
      answers('setAside', 'Retry it', SetAsideTried),
      requireAccount,
      requireAdmin,
      validate('param', IdParameter),
      async (c) => {
        const outcome = await trySetAside(deps, signedIn(c), c.req.valid('param').id)
        return c.json({
          message: translate(c.get('locale'), `administration-fleet.setAside.message.${outcome}`),
          outcome,
        })
      },
    )
    .delete(
      '/admin/setAside/:id',
      answers('setAside', 'Discard it for good', v.object({ message: v.string() })),
      requireAccount,
      requireAdmin,
      validate('param', IdParameter),
      async (c) => {
        await dropSetAside(deps, signedIn(c), c.req.valid('param').id)
        return c.json({ message: translate(c.get('locale'), 'administration-fleet.setAside.message.dropped') })
      },
    )
    .get(
      '/admin/setAside/:id/file',
      describeFile,
      requireAccount,
      requireAdmin,
      validate('param', IdParameter),
      validate('query', FileQuery),
      async (c) => {
        const { format } = c.req.valid('query')
        const row = await requireSetAside(deps.database, c.req.valid('param').id)
        const text = format === 'csv' ? setAsideCsv(db, row) : setAsideJson(db, row)
        const name = fileName(deps.config, signedIn(c), `set-aside-${row.id}.${format}`)
        return c.body(textStream(text, deps.logger), 200, {
          'Content-Type': `${format === 'csv' ? 'text/csv' : 'application/json'}; charset=utf-8`,
          'Content-Disposition': `attachment; filename="${name}"`,
        })
      },
    )
}
