import { Hono } from 'hono'
import * as v from 'valibot'
import {
  NotificationBody,
  NotificationChannel,
  NotificationCode,
  NotificationEdit,
  NotificationExists,
  NotificationRemovedReply,
  NotificationReply,
  NotificationWays,
  PushKey,
} from '#domain/alerts/notification.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import { ErrorReply } from '#domain/platform/error-reply.ts'
import type { Deps } from '../../../deps.ts'
import { requireOwnHand } from '../../../people/accounts/require-own-hand.ts'
import type { CodedIssue } from '../../../platform/http/app-error.ts'
import type { Env } from '../../../platform/http/env.ts'
import { IdParameter } from '../../../platform/http/id-parameter.ts'
import { createRateLimit } from '../../../platform/http/limits/rate-limit.ts'
import { requireAccount, signedIn } from '../../../platform/http/require-account.ts'
import { answers } from '../../../platform/http/schemas/answers.ts'
import { validate } from '../../../platform/http/schemas/validate.ts'
import type { MailCodes } from '../../../platform/mails/confirm-mail-address.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import { muteRoutes } from '../mutes/mute-routes.ts'
import { readChannel, readChannels } from '../read-channels.ts'
import { receiptRoutes } from '../sent/receipt-routes.ts'
import { sentRoutes } from '../sent/sent-routes.ts'
import { addNotification } from './add-notification.ts'
import { createCodeLimit, sendCodeAgain } from './add-number.ts'
import { confirmNumber } from './confirm-number.ts'
import { editNotification } from './edit-notification.ts'
import { hearChannel } from './hear-channel.ts'
import { removeNotification } from './remove-notification.ts'
import { sendTestAlarm } from './send-test-alarm.ts'
import { webhookRoutes } from './webhook-routes.ts'

const TESTS_PER_HOUR = 20
const SMS_TESTS_PER_HOUR = 5
const CONFIRMATIONS_PER_HOUR = 30

const missingType = (issues: CodedIssue[]): ErrorCode | undefined =>
  issues.some(({ path }) => path === 'alarmTypes') ? 'notification_type_missing' : undefined

export const notificationRoutes = (deps: Deps, mailCodes: MailCodes) => {
  const { db } = deps.database
  const testLimit = createRateLimit(TESTS_PER_HOUR, 3600)
  const smsTestLimit = createRateLimit(SMS_TESTS_PER_HOUR, 3600)
  const confirmLimit = createRateLimit(CONFIRMATIONS_PER_HOUR, 3600)
  const codeLimit = createCodeLimit()
  return new Hono<Env>()
    .route('/', muteRoutes(deps))
    .route('/', sentRoutes(deps))
    .route('/', receiptRoutes(deps))
    .route('/', webhookRoutes(deps))
    .get('/push/key', answers('notification', 'The key for push subscriptions', PushKey), requireAccount, (c) =>
      c.json({ publicKey: deps.push.publicKey }),
    )
    .get(
      '/notification',
      answers('notification', 'The channels that alarms are sent to', v.array(NotificationChannel)),
      requireAccount,
      async (c) => c.json(await readChannels(db, signedIn(c))),
    )
    .get(
      '/notification/ways',
      answers('notification', 'The kinds of channels this server can send to, besides push', NotificationWays),
      requireAccount,
      (c) => c.json({ email: deps.mailer.available, sms: deps.sms.available }),
    )
    .post(
      '/notification',
      answers(
        'notification',
        'Add a channel; an address that already exists is a 409 with its id',
        NotificationReply,
        201,
        {
          409: v.union([NotificationExists, ErrorReply]),
        },
      ),
      requireAccount,
      validate('json', NotificationBody),
      async (c) => {
        const from = { userAgent: c.req.header('user-agent'), codeLimit, mailCodes }
        const { channel, isNew, isEnded, signingSecret } = await addNotification(
          deps,
          signedIn(c),
          c.req.valid('json'),
          from,
        )
        const locale = c.get('locale')
        if (!isNew) {
          const code = 'combination_exists' as const
          const ended = isEnded && { ended: true as const }
          return c.json({ message: translate(locale, `error.${code}`), code, id: channel.id, ...ended }, 409)
        }
        const mailed = deps.mailer.available ? 'code_mailed' : 'code_unsent'
        const done = { pending: 'code_sent', unconfirmed: mailed, active: 'saved' } as const
        const word = channel.status in done ? done[channel.status as keyof typeof done] : 'saved'
        const message = translate(locale, `notification.message.${word}`)
        return c.json({ message, signingSecret, ...channel }, 201)
      },
    )
    .post(
      '/notification/:id',
      answers('notification', 'Choose what a channel is used for', NotificationReply),
      requireAccount,
      validate('param', IdParameter),
      validate('json', NotificationEdit, missingType),
      async (c) => {
        const channel = await editNotification(deps, signedIn(c), c.req.valid('param').id, c.req.valid('json'))
        return c.json({ message: translate(c.get('locale'), 'notification.message.saved'), ...channel })
      },
    )
    .post(
      '/notification/:id/remove',
      answers('notification', 'Remove a channel', NotificationRemovedReply),
      requireAccount,
      validate('param', IdParameter),
      async (c) => {
        const { id } = c.req.valid('param')
        await removeNotification(deps, signedIn(c), id)
        return c.json({ message: translate(c.get('locale'), 'notification.message.removed'), id })
      },
    )
    .post(
      '/notification/:id/test',
      answers('notification', 'Send a test alarm now', NotificationReply),
      requireAccount,
      validate('param', IdParameter),
      async (c) => {
        const account = signedIn(c)
        await testLimit.consume(String(account.accountId))
        const channel = await sendTestAlarm(deps, account, c.req.valid('param').id, smsTestLimit)
        return c.json({ message: translate(c.get('locale'), 'notification.message.tested'), ...channel })
      },
    )
    .post(
      '/notification/:id/heard',
      answers('notification', 'Confirm that a message arrived on a channel', NotificationReply),
      requireAccount,
      validate('param', IdParameter),
      async (c) => {
        const channel = await hearChannel(deps, signedIn(c), c.req.valid('param').id)
        return c.json({ message: translate(c.get('locale'), 'notification.message.heard'), ...channel })
      },
    )
    .post(
      '/notification/:id/code',
      answers(
        'notification',
        'Send a new code to a number or address that is waiting for confirmation',
        NotificationRemovedReply,
      ),
      requireAccount,
      validate('param', IdParameter),
      async (c) => {
        const { id } = c.req.valid('param')
        const { type } = await readChannel(db, signedIn(c), id)
        await sendCodeAgain(deps, signedIn(c), id, { codeLimit, mailCodes })
        const done = type === 'email' ? 'code_mailed' : 'code_sent'
        return c.json({ message: translate(c.get('locale'), `notification.message.${done}`), id })
      },
    )
    .post(
      '/notification/:id/confirm',
      answers('notification', 'Confirm a number or address with the code that was sent to it', NotificationReply),
      requireAccount,
      requireOwnHand,
      validate('param', IdParameter),
      validate('json', NotificationCode),
      async (c) => {
        const account = signedIn(c)
        await confirmLimit.consume(String(account.accountId))
        const channel = await confirmNumber(deps, account, c.req.valid('param').id, c.req.valid('json').code, mailCodes)
        return c.json({ message: translate(c.get('locale'), 'notification.message.confirmed'), ...channel })
      },
    )
}
