import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import type { Deps } from '../../deps.ts'
import { visibleControllers } from '../../hives/controllers/visible-controllers.ts'
import { readSession } from '../../people/accounts/sessions/load-session.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Env } from '../../platform/http/env.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { answerEvents } from '../../platform/http/sse.ts'
import { followEvents } from './follow-events.ts'

const STREAMS_PER_ACCOUNT = 12
const STREAM_LIFE_MS = 30 * 60_000
const COME_BACK_SECONDS = 60

/** Live events say which transmitter or scale has something new; the screen fetches the details itself. */
export const eventRoutes = (deps: Deps) => {
  const streams = new Map<number, number>()
  return new Hono<Env>().get(
    '/events',
    describeRoute({
      tags: ['events'],
      summary: 'Server-sent events `reading`, `alarm`, `job`, `controller`: { id, controllerId, scaleIds, jobId? }',
      responses: { 200: { description: 'A stream', content: { 'text/event-stream': {} } } },
    }),
    requireAccount,
    (c) => {
      const account = signedIn(c)
      const open = streams.get(account.accountId) ?? 0
      if (open >= STREAMS_PER_ACCOUNT) {
        throw new AppError(429, 'too_many_requests', { retryAfterSeconds: COME_BACK_SECONDS })
      }
      streams.set(account.accountId, open + 1)
      const rights = {
        readViewer: async () => (await readSession(deps, account.tokenHash))?.account,
        async readVisible() {
          const visible = await visibleControllers(deps.database.db, account)
          return new Set(visible.map(({ id }) => id))
        },
      }
      const source = followEvents(deps.events, rights, account)
      return answerEvents(c, source, {
        lifeMs: STREAM_LIFE_MS,
        onClose() {
          source.stop()
          const left = (streams.get(account.accountId) ?? 1) - 1
          if (left > 0) streams.set(account.accountId, left)
          else streams.delete(account.accountId)
        },
      })
    },
  )
}
