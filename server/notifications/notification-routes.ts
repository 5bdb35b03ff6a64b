import { Hono } from 'hono'
import * as v from 'valibot'
import { AlarmType } from '#domain/alarm.ts'
import {
  Mute,
  MuteBody,
  MuteReply,
  NotificationBody,
  NotificationChannel,
  NotificationRemovedReply,
  NotificationReply,
  PushKey,
  UnmuteReply,
} from '#domain/notification.ts'
import { requireController } from '../controllers/visible-controllers.ts'
import { answers } from '../http/answers.ts'
import type { Deps } from '../http/deps.ts'
import type { Env } from '../http/env.ts'
import { IdParameter, IdText } from '../http/id-parameter.ts'
import { createRateLimit } from '../http/rate-limit.ts'
import { requireAccount, signedIn } from '../http/require-account.ts'
import { validate } from '../http/validate.ts'
import { translate } from '../platform/translate.ts'
import { addNotification } from './add-notification.ts'
import { muteNotification, readMutes, unmuteNotification } from './mute-notification.ts'
import { selectNotifications } from './notification-queries.ts'
import { removeNotification } from './remove-notification.ts'
import { sendTestAlarm } from './send-test-alarm.ts'
import { toChannel } from './to-channel.ts'

const TESTS_PER_HOUR = 20

const OfController = v.object({ idcontroller: IdText })
const OfControllerAndType = v.object({ idcontroller: IdText, notificationType: AlarmType })

export const notificationRoutes = (deps: Deps) => {
  const { db } = deps.database
  const testLimit = createRateLimit(TESTS_PER_HOUR, 3600)
  return new Hono<Env>()
    .get('/push/key', answers('notification', 'The key to subscribe with', PushKey), requireAccount, (c) =>
      c.json({ publicKey: deps.push.publicKey }),
    )
    .get(
      '/notification',
      answers('notification', 'Where alarms are sent to', v.array(NotificationChannel)),
      requireAccount,
      async (c) => c.json((await selectNotifications(db, signedIn(c).accountId)).map(toChannel)),
    )
    .post(
      '/notification',
      answers('notification', 'Add a channel; the same address again is 409 and tells its id', NotificationReply, 201),
      requireAccount,
      validate('json', NotificationBody),
      async (c) => {
        const { row, isNew } = await addNotification(deps, signedIn(c), c.req.valid('json'))
        const locale = c.get('locale')
        if (!isNew) {
          const code = 'combination_exists' as const
          return c.json({ message: translate(locale, `error.${code}`), code, id: row.id }, 409)
        }
        return c.json({ message: translate(locale, 'notification.message.saved'), ...toChannel(row) }, 201)
      },
    )
    .get(
      '/notification/mute',
      answers('notification', 'What is muted at a transmitter', v.array(Mute)),
      requireAccount,
      validate('query', OfController),
      async (c) => {
        const { idcontroller } = c.req.valid('query')
        const account = signedIn(c)
        await requireController(db, account, idcontroller, 'read')
        return c.json(await readMutes(db, account.accountId, [idcontroller], deps.clock.now()))
      },
    )
    .post(
      '/notification/mute',
      answers('notification', 'Mute one type of alarm of a transmitter', MuteReply),
      requireAccount,
      validate('query', OfController),
      validate('json', MuteBody),
      async (c) => {
        const mute = await muteNotification(deps, signedIn(c), c.req.valid('query').idcontroller, c.req.valid('json'))
        return c.json({ message: translate(c.get('locale'), 'notification.message.muted'), ...mute })
      },
    )
    .post(
      '/notification/unmute',
      answers('notification', 'Take a mute back', UnmuteReply),
      requireAccount,
      validate('query', OfControllerAndType),
      async (c) => {
        const { idcontroller, notificationType } = c.req.valid('query')
        await unmuteNotification(deps, signedIn(c), idcontroller, notificationType)
        const message = translate(c.get('locale'), 'notification.message.unmuted')
        return c.json({ message, controllerId: idcontroller, notificationType })
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
      answers('notification', 'Send a test alarm at once', NotificationReply),
      requireAccount,
      validate('param', IdParameter),
      async (c) => {
        const account = signedIn(c)
        await testLimit.consume(String(account.accountId))
        const row = await sendTestAlarm(deps, account, c.req.valid('param').id)
        return c.json({ message: translate(c.get('locale'), 'notification.message.tested'), ...toChannel(row) })
      },
    )
}
