import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import * as v from 'valibot'
import { redact, withOriginsAlone } from '#domain/platform/audit.ts'
import type { Deps } from '../../deps.ts'
import { currentRequest } from '../http/current-request.ts'
import type { Env } from '../http/env.ts'
import { IdText } from '../http/id-parameter.ts'
import { safeMethods } from '../http/same-origin.ts'
import { recordChange } from './record-change.ts'

/** These routes change nothing, although they are not GET. */
const asking = new Set([
  'POST /api/admin/notifyCustomers/reach',
  'POST /api/imports/:id/preview',
  'POST /api/user/passkey/options',
])

/**
 * Makes sure that everything an administrator changes has an entry: calls to administration routes, calls that change somebody else's data and calls
 * in somebody's name that did not record a change themselves are recorded as such, with what was sent, without secrets.
 */
export const recordCalls = (deps: Pick<Deps, 'database' | 'clock'>) =>
  createMiddleware<Env>(async (c, next) => {
    const account = c.get('account')
    await next()
    if (!account || safeMethods.has(c.req.method) || c.res.status >= 400) return
    const request = currentRequest()
    if (!request || request.isRecorded || !(account.actor || request.isAdministration)) return
    const route = routePath(c)
    const call = `${c.req.method} ${route}`
    if (asking.has(call) || c.req.query('dryRun') === 'true') return
    const sent = withOriginsAlone(redact({ query: c.req.query(), body: await bodyOf(c) })) as object
    await recordChange(deps, {
      actorId: account.accountId,
      action: 'call.make',
      subjectType: 'call',
      subjectId: call,
      before: null,
      after: { path: pathOf(c, route), ...sent },
    })
  })

/** The route that answered, with the ids filled in. Other path parameters stay unnamed, because they may grant access, as codes and keys do. */
const pathOf = (c: Context<Env>, route: string): string =>
  route.replaceAll(/:(\w+)/g, (parameter, name) => {
    const { success, output } = v.safeParse(IdText, c.req.param(name))
    return success ? String(output) : parameter
  })

const bodyOf = async (c: Context<Env>): Promise<unknown> =>
  c.req.header('content-type')?.includes('json') ? c.req.json().catch(() => null) : null
