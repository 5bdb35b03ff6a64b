import { Hono } from 'hono'
import * as v from 'valibot'
import { NotificationCode } from '#domain/alerts/notification.ts'
import {
  Forwarding,
  ForwardingBody,
  ForwardingEditBody,
  ForwardingPreview,
  ForwardingRemovedReply,
  ForwardingReply,
} from '#domain/exchange/forwarding.ts'
import { CHANNELS_PER_CONTROLLER } from '#domain/hives/controller.ts'
import type { Deps } from '../../deps.ts'
import { requireOwnHand } from '../../people/accounts/require-own-hand.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Env } from '../../platform/http/env.ts'
import { IdParameter, IdText } from '../../platform/http/id-parameter.ts'
import { createRateLimit } from '../../platform/http/limits/rate-limit.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import type { MailCodes } from '../../platform/mails/confirm-mail-address.ts'
import { readCodeMailFaults } from '../../platform/mails/read-code-mails.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { addForwarding } from './add-forwarding.ts'
import { confirmForwarding, mailCodeAgain } from './confirm-forwarding.ts'
import { editForwarding } from './edit-forwarding.ts'
import { selectForwardings } from './forwarding-queries.ts'
import { readNewest } from './read-content.ts'
import { removeForwarding } from './remove-forwarding.ts'
import { requireOwnController } from './require-forwarding.ts'
import { testForwarding } from './test-forwarding.ts'
import { toForwarding } from './to-forwarding.ts'

const TESTS_PER_HOUR = 20
const ChannelParameter = v.object({ id: IdText, channel: v.pipe(IdText, v.maxValue(CHANNELS_PER_CONTROLLER)) })

export const forwardingRoutes = (deps: Deps, mailCodes: MailCodes) => {
  const { db } = deps.database
  const testLimit = createRateLimit(TESTS_PER_HOUR, 3600)
  return new Hono<Env>()
    .get(
      '/controller/:id/forwarding',
      answers('forwarding', 'The forwardings of a transmitter', v.array(Forwarding)),
      requireAccount,
      validate('param', IdParameter),
      async (c) => {
        const { id } = c.req.valid('param')
        const account = signedIn(c)
        await requireOwnController(db, account, id)
        const [rows, faults] = await Promise.all([
          selectForwardings(db, account.accountId, id),
          readCodeMailFaults(db, account.accountId),
        ])
        return c.json(rows.map((row) => toForwarding(account, row, c.get('locale'), faults.get(row.address_key))))
      },
    )
    .get(
      '/controller/:id/channel/:channel/forwarding',
      answers('forwarding', 'The forwardings of a channel', v.array(Forwarding)),
      requireAccount,
      validate('param', ChannelParameter),
      async (c) => {
        const { id, channel } = c.req.valid('param')
        const account = signedIn(c)
        await requireOwnController(db, account, id)
        const [rows, faults] = await Promise.all([
          selectForwardings(db, account.accountId, id, channel),
          readCodeMailFaults(db, account.accountId),
        ])
        return c.json(rows.map((row) => toForwarding(account, row, c.get('locale'), faults.get(row.address_key))))
      },
    )
    .post(
      '/controller/:id/channel/:channel/forwarding',
      answers('forwarding', 'Start forwarding the readings of a channel, at most hourly', ForwardingReply, 201),
      requireAccount,
      validate('param', ChannelParameter),
      validate('json', ForwardingBody),
      async (c) => {
        const { id, channel } = c.req.valid('param')
        const row = await addForwarding(
          deps,
          signedIn(c),
          { controllerId: id, channel },
          c.req.valid('json'),
          mailCodes,
        )
        const locale = c.get('locale')
        const mailed = deps.mailer.available ? 'notification.message.code_mailed' : 'notification.message.code_unsent'
        const done = row.unconfirmed ? mailed : 'forwarding.message.added'
        return c.json({ message: translate(locale, done), ...toForwarding(signedIn(c), row, locale) }, 201)
      },
    )
    .get(
      '/controller/:id/channel/:channel/forwarding/preview',
      answers('forwarding', 'The last readings of a channel, for trying templates', ForwardingPreview),
      requireAccount,
      validate('param', ChannelParameter),
      async (c) => {
        const { id, channel } = c.req.valid('param')
        await requireOwnController(db, signedIn(c), id)
        return c.json(await readNewest(db, { controllerId: id, channel }, deps.clock.now()))
      },
    )
    .post(
      '/controller/forwarding/:id',
      answers('forwarding', 'Change, pause or resume a forwarding', ForwardingReply),
      requireAccount,
      validate('param', IdParameter),
      validate('json', ForwardingEditBody),
      async (c) => {
        const row = await editForwarding(deps, signedIn(c), c.req.valid('param').id, c.req.valid('json'), mailCodes)
        const locale = c.get('locale')
        return c.json({
          message: translate(locale, 'forwarding.message.saved'),
          ...toForwarding(signedIn(c), row, locale),
        })
      },
    )
    .delete(
      '/controller/forwarding/:id',
      answers('forwarding', 'Stop forwarding', ForwardingRemovedReply),
      requireAccount,
      validate('param', IdParameter),
      async (c) => {
        const { id } = c.req.valid('param')
        await removeForwarding(deps, signedIn(c), id)
        return c.json({ message: translate(c.get('locale'), 'forwarding.message.removed'), id })
      },
    )
    .post(
      '/controller/forwarding/:id/confirm',
      answers('forwarding', 'Confirm an e-mail address with the code that was sent to it', ForwardingReply),
      requireAccount,
      requireOwnHand,
      validate('param', IdParameter),
      validate('json', NotificationCode),
      async (c) => {
        const { code } = c.req.valid('json')
        const row = await confirmForwarding({ ...deps, mailCodes }, signedIn(c), c.req.valid('param').id, code)
        const locale = c.get('locale')
        return c.json({
          message: translate(locale, 'notification.message.confirmed'),
          ...toForwarding(signedIn(c), row, locale),
        })
      },
    )
    .post(
      '/controller/forwarding/:id/code',
      answers('forwarding', 'Mail a new code to an address that is waiting for confirmation', ForwardingReply),
      requireAccount,
      validate('param', IdParameter),
      async (c) => {
        const row = await mailCodeAgain({ ...deps, mailCodes }, signedIn(c), c.req.valid('param').id)
        const locale = c.get('locale')
        return c.json({
          message: translate(locale, 'notification.message.code_mailed'),
          ...toForwarding(signedIn(c), row, locale),
        })
      },
    )
    .post(
      '/controller/forwarding/:id/test',
      answers('forwarding', 'Send the newest readings now, as a test', ForwardingReply),
      requireAccount,
      validate('param', IdParameter),
      async (c) => {
        const account = signedIn(c)
        await testLimit.consume(String(account.accountId))
        const { row, isSent } = await testForwarding(deps, account, c.req.valid('param').id)
        const locale = c.get('locale')
        const forwarding = toForwarding(account, row, locale)
        if (!isSent) {
          throw new AppError(400, 'forwarding_undeliverable', { values: { reason: forwarding.lastError ?? '' } })
        }
        return c.json({ message: translate(locale, 'forwarding.message.tested'), ...forwarding })
      },
    )
}
