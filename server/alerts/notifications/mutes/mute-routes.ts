import { Hono } from 'hono'
import * as v from 'valibot'
import { AlarmType } from '#domain/alerts/alarm.ts'
import { Mute, MuteBody, MuteReply, UnmuteReply } from '#domain/alerts/notification.ts'
import type { Deps } from '../../../deps.ts'
import { deviceBehind } from '../../../platform/http/device-clock.ts'
import type { Env } from '../../../platform/http/env.ts'
import { IdText } from '../../../platform/http/id-parameter.ts'
import { requireAccount, signedIn } from '../../../platform/http/require-account.ts'
import { answers } from '../../../platform/http/schemas/answers.ts'
import { validate } from '../../../platform/http/schemas/validate.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import { muteNotification, readOwnMutes, unmuteNotification } from './mute-notification.ts'

const OfController = v.object({ idcontroller: IdText })
const OfAnyController = v.partial(OfController)
const OfControllerAndType = v.object({ idcontroller: IdText, notificationType: AlarmType })

export const muteRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/notification/mute',
      answers('notification', 'The mutes of a transmitter, or of all of them', v.array(Mute)),
      requireAccount,
      validate('query', OfAnyController),
      async (c) => c.json(await readOwnMutes(deps, signedIn(c), c.req.valid('query').idcontroller)),
    )
    .post(
      '/notification/mute',
      answers('notification', 'Mute one type of alarm of a transmitter', MuteReply),
      requireAccount,
      validate('query', OfController),
      validate('json', MuteBody),
      async (c) => {
        const { idcontroller } = c.req.valid('query')
        const behindMs = deviceBehind(c, deps.clock.now())
        const mute = await muteNotification(deps, signedIn(c), idcontroller, c.req.valid('json'), behindMs)
        return c.json({ message: translate(c.get('locale'), 'notification.message.muted'), ...mute })
      },
    )
    .post(
      '/notification/unmute',
      answers('notification', 'Remove a mute', UnmuteReply),
      requireAccount,
      validate('query', OfControllerAndType),
      async (c) => {
        const { idcontroller, notificationType } = c.req.valid('query')
        await unmuteNotification(deps, signedIn(c), idcontroller, notificationType)
        const message = translate(c.get('locale'), 'notification.message.unmuted')
        return c.json({ message, controllerId: idcontroller, notificationType })
      },
    )
