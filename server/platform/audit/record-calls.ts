import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import type { Deps } from '../../deps.ts'
import { currentRequest } from '../http/current-request.ts'
import type { Env } from '../http/env.ts'
import { recordChange } from './record-change.ts'

/** They change nothing, though they are no GET. */
const asking = new Set([
  'POST /api/admin/notifyCustomers/reach',
  'POST /api/imports/:id/preview',
  'POST /api/user/passkey/options',
])

/**
 * Nothing that an administrator changes goes without an entry: a call of administration, of what is somebody else's or in
 * somebody's name that no verb wrote down itself is written down as a call, with what was sent and without secrets.
 */
export const recordCalls = (deps: Pick<Deps, 'database' | 'clock'>) =>
  createMiddleware<Env>(async (c, next) => {
    const account = c.get('account')
    await next()
    if (!account || c.req.method === 'GET' || c.res.status >= 400) return
    const request = currentRequest()
    if (!request || request.isRecorded || !(account.actor || request.isAdministration)) return
    const call = `${c.req.method} ${routeOf(c)}`
    if (asking.has(call) || c.req.query('dryRun') === 'true') return
    await recordChange(deps, {
      actorId: account.accountId,
      action: 'call.make',
      subjectType: 'call',
      subjectId: call,
      before: null,
      after: { path: c.req.path, query: c.req.query(), body: await bodyOf(c) },
    })
  })

const routeOf = (c: Context<Env>): string =>
  matchedRoutes(c).findLast(({ method, path }) => method === c.req.method && !path.endsWith('*'))?.path ?? c.req.path

const bodyOf = async (c: Context<Env>): Promise<unknown> =>
  c.req.header('content-type')?.includes('json') ? c.req.json().catch(() => null) : null
