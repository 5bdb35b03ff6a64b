import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import * as v from 'valibot'
import { SeasonDigest, SeasonDigestEdit, SeasonDigestReply } from '#domain/insight/season-digest.ts'
import type { Deps } from '../../deps.ts'
import { clientAddress } from '../../platform/http/connections/client-connection.ts'
import type { Env } from '../../platform/http/env.ts'
import { createRateLimit } from '../../platform/http/limits/rate-limit.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { sameOrigin } from '../../platform/http/same-origin.ts'
import { answers, withoutSession } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { endDigestMails, selectReader } from './digest-queries.ts'
import { editDigest } from './edit-digest.ts'
import { readDigest } from './read-digest.ts'
import { UNSUBSCRIBE_POLICY, unsubscribePage } from './unsubscribe-page.ts'
import { accountOfToken } from './unsubscribe-token.ts'

/** How a user wants to get the weekly summary. */
export const digestRoutes = (deps: Pick<Deps, 'database' | 'clock' | 'mailer'>) =>
  new Hono<Env>()
    .get(
      '/season/digest',
      answers('season', 'How and when you receive the weekly summary', SeasonDigest),
      requireAccount,
      async (c) => c.json(await readDigest(deps.database.db, signedIn(c).accountId)),
    )
    .post(
      '/season/digest',
      answers(
        'season',
        'Choose how and when you receive the weekly summary; omitted fields stay unchanged',
        SeasonDigestReply,
      ),
      requireAccount,
      validate('json', SeasonDigestEdit),
      async (c) => {
        const digest = await editDigest(deps, signedIn(c).accountId, c.req.valid('json'))
        return c.json({ message: translate(c.get('locale'), 'notification.message.saved'), ...digest })
      },
    )

/** The maximum is longer than any token of this server; a truncated or garbled link leads to the page that says so. */
const Token = v.object({ token: v.fallback(v.pipe(v.string(), v.maxLength(100)), '') })
const WRONG_PER_MINUTE = 60

const page = { 'text/html': {} }
const describePage = describeRoute({
  tags: ['season'],
  summary: 'A page that asks whether to stop the weekly mails; the token comes from one of them',
  responses: { 200: { description: 'The page', content: page }, 404: { description: 'No such token', content: page } },
})
const describeEnd = describeRoute({
  tags: ['season'],
  summary: 'Stop the weekly mails, with the token from one of them; mail programs call this automatically (RFC 8058)',
  responses: { 200: { description: 'Stopped', content: page }, 404: { description: 'No such token', content: page } },
})

/** The routes behind the link in a mail, and behind mail programs' own unsubscribe button, which posts a form. Neither needs a session. */
export function unsubscribeRoutes(deps: Pick<Deps, 'database' | 'config' | 'secrets'>) {
  const { db } = deps.database
  const wrong = createRateLimit(WRONG_PER_MINUTE, 60)
  const readerOf = async (token: string) => {
    const id = accountOfToken(deps.secrets, token)
    const reader = id === undefined ? undefined : await selectReader(db, id)
    return id === undefined || !reader ? undefined : { id, language: reader.language }
  }

  return new Hono<Env>()
    .use('/season/unsubscribe', async (c, next) => {
      c.header('Content-Security-Policy', UNSUBSCRIBE_POLICY)
      // otherwise, without https, a form does not tell which site it was sent from
      c.header('Referrer-Policy', 'same-origin')
      await next()
      if (c.res.status === 404) await wrong.consume(clientAddress(c, deps.config))
    })
    .get('/season/unsubscribe', describePage, withoutSession, validate('query', Token), async (c) => {
      const reader = await readerOf(c.req.valid('query').token)
      return reader
        ? c.html(unsubscribePage(reader.language, 'asks'))
        : c.html(unsubscribePage(c.get('locale'), 'wrong'), 404)
    })
    .post('/season/unsubscribe', describeEnd, withoutSession, sameOrigin, validate('query', Token), async (c) => {
      const reader = await readerOf(c.req.valid('query').token)
      if (!reader) return c.html(unsubscribePage(c.get('locale'), 'wrong'), 404)
      await endDigestMails(db, reader.id)
      return c.html(unsubscribePage(reader.language, 'ended'))
    })
}
