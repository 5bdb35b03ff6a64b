import { Hono } from 'hono'
import * as v from 'valibot'
import { SigningSecretBody, SigningSecretReply, WebhookLogEntry, WebhookLogReply } from '#domain/alerts/webhook-log.ts'
import type { Deps } from '../../../deps.ts'
import { requireOwnHand } from '../../../people/accounts/require-own-hand.ts'
import type { Env } from '../../../platform/http/env.ts'
import { IdParameter, IdText } from '../../../platform/http/id-parameter.ts'
import { createRateLimit } from '../../../platform/http/limits/rate-limit.ts'
import { requireAccount, signedIn } from '../../../platform/http/require-account.ts'
import { answers } from '../../../platform/http/schemas/answers.ts'
import { validate } from '../../../platform/http/schemas/validate.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import { renewSigningSecret } from './renew-signing-secret.ts'
import { readWebhookLog, resendWebhook } from './resend-webhook.ts'

const RESENDS_PER_HOUR = 100

const Logged = v.object({ ...IdParameter.entries, deliveryId: IdText })

export const webhookRoutes = (deps: Deps) => {
  const resendLimit = createRateLimit(RESENDS_PER_HOUR, 3600)
  return new Hono<Env>()
    .get(
      '/notification/:id/log',
      answers('notification', 'The last 50 messages of a webhook, newest first', v.array(WebhookLogEntry)),
      requireAccount,
      validate('param', IdParameter),
      async (c) => c.json(await readWebhookLog(deps, signedIn(c), c.req.valid('param').id)),
    )
    .post(
      '/notification/:id/log/:deliveryId/resend',
      answers('notification', 'Post a message of a webhook again unchanged, with the same id', WebhookLogReply),
      requireAccount,
      validate('param', Logged),
      async (c) => {
        const account = signedIn(c)
        await resendLimit.consume(String(account.accountId))
        const entry = await resendWebhook(deps, account, c.req.valid('param'))
        return c.json({ message: translate(c.get('locale'), 'notification.message.resent'), ...entry })
      },
    )
    .post(
      '/notification/:id/secret',
      answers(
        'notification',
        'Create a new signing secret for a webhook; it is only shown in this response',
        SigningSecretReply,
      ),
      requireAccount,
      requireOwnHand,
      validate('param', IdParameter),
      validate('json', SigningSecretBody),
      async (c) => {
        const { id } = c.req.valid('param')
        const signingSecret = await renewSigningSecret(deps, signedIn(c), id, c.req.valid('json').id)
        return c.json({ message: translate(c.get('locale'), 'notification.message.saved'), id, signingSecret })
      },
    )
}
