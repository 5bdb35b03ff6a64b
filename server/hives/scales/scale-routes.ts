import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { CHANNELS_PER_CONTROLLER } from '#domain/hives/controller.ts'
import { Scale, ScaleBody, ScaleEditBody, ScaleReply } from '#domain/hives/scale.ts'
import { TemperatureReply } from '#domain/hives/temperature-compensation.ts'
import type { Locale } from '#domain/platform/locale.ts'
import type { Deps } from '../../deps.ts'
import { requireReadableAccount } from '../../people/accounts/require-readable-account.ts'
import { madeAt } from '../../platform/http/device-clock.ts'
import type { Env } from '../../platform/http/env.ts'
import { IdParameter, IdText } from '../../platform/http/id-parameter.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { requireController, visibleControllersOf } from '../controllers/visible-controllers.ts'
import { archiveChannel } from './archive-channel.ts'
import { addScale, editScale } from './save-scale.ts'
import { toScale } from './to-scale.ts'
import { requireScale, visibleScales } from './visible-scales.ts'

/** The meridian of Central European Time. */
const CENTRAL_EUROPE_LONGITUDE = 15

const savedReply = (locale: Locale, { row, isChanged }: Awaited<ReturnType<typeof editScale>>) => ({
  message: translate(locale, isChanged ? 'scale.message.saved' : 'error.no_changes'),
  ...toScale(row),
})

const ChannelParameter = v.object({ id: IdText, channel: v.pipe(IdText, v.maxValue(CHANNELS_PER_CONTROLLER)) })

export const scaleRoutes = (deps: Deps) => {
  const { db } = deps.database
  const made = (c: Context) => madeAt(c, deps.clock.now())
  return new Hono<Env>()
    .get(
      '/scale',
      answers('scale', 'The scales in use on your own and watched transmitters', v.array(Scale)),
      requireAccount,
      async (c) => {
        const scales = await visibleScales(db, signedIn(c))
        return c.json(scales.filter(({ row }) => row.state !== 'archived').map(({ row }) => toScale(row)))
      },
    )
    .get(
      '/scale/all',
      answers('scale', 'All scales, including archived ones', v.array(Scale)),
      requireAccount,
      async (c) => {
        const scales = await visibleScales(db, signedIn(c))
        return c.json(scales.map(({ row }) => toScale(row)))
      },
    )
    .get(
      '/user/:id/scales',
      answers('scale', 'The scales of one user, including archived ones', v.array(Scale)),
      requireAccount,
      validate('param', IdParameter),
      async (c) => {
        const { id } = c.req.valid('param')
        const account = signedIn(c)
        await requireReadableAccount(db, account, id)
        const scales = await visibleScales(db, account, await visibleControllersOf(db, account, id))
        return c.json(scales.map(({ row }) => toScale(row)))
      },
    )
    .get(
      '/controller/:id/scales',
      answers('scale', 'The scales of one transmitter, including archived ones', v.array(Scale)),
      requireAccount,
      validate('param', IdParameter),
      async (c) => {
        const controller = await requireController(db, signedIn(c), c.req.valid('param').id, 'read')
        const scales = await visibleScales(db, signedIn(c), [controller])
        return c.json(scales.map(({ row }) => toScale(row)))
      },
    )
    .post(
      '/scale',
      answers('scale', 'Put a scale on a channel; with idscale, change that scale', ScaleReply, 201, {
        200: ScaleReply,
      }),
      requireAccount,
      validate('json', ScaleBody),
      async (c) => {
        const body = c.req.valid('json')
        if (body.idscale !== undefined) {
          return c.json(savedReply(c.get('locale'), await editScale(deps, signedIn(c), body.idscale, body, made(c))))
        }
        const { row, isNew } = await addScale(deps, signedIn(c), body)
        const message = translate(c.get('locale'), 'scale.message.added')
        return c.json({ message, ...toScale(row) }, isNew ? 201 : 200)
      },
    )
    .post(
      '/scale/:id',
      answers('scale', 'Change a scale; omitted fields stay unchanged', ScaleReply),
      requireAccount,
      validate('param', IdParameter),
      validate('json', ScaleEditBody),
      async (c) => {
        const saved = await editScale(deps, signedIn(c), c.req.valid('param').id, c.req.valid('json'), made(c))
        return c.json(savedReply(c.get('locale'), saved))
      },
    )
    .get(
      '/scale/:id/temperature',
      answers('scale', 'How a scale drifts with temperature, and its last week corrected for that', TemperatureReply),
      requireAccount,
      validate('param', IdParameter),
      async (c) => {
        const { row, controllerId } = await requireScale(db, signedIn(c), c.req.valid('param').id, 'read')
        const controller = await requireController(db, signedIn(c), controllerId, 'read')
        const longitude = controller.row.longitude ?? CENTRAL_EUROPE_LONGITUDE
        return c.json(
          await deps.database.read('temperature', {
            scaleId: row.id,
            controllerId,
            utcOffsetHours: Math.round(longitude / 15),
            nowSeconds: Math.floor(deps.clock.now() / 1000),
            compensation: toScale(row).temperatureCompensation,
          }),
        )
      },
    )
    .post(
      '/controller/:id/channel/:channel/archive',
      answers('scale', 'Archive the scale on a channel', ScaleReply),
      requireAccount,
      validate('param', ChannelParameter),
      async (c) => {
        const { id, channel } = c.req.valid('param')
        const row = await archiveChannel(deps, signedIn(c), id, channel)
        return c.json({ message: translate(c.get('locale'), 'scale.message.archived'), ...toScale(row) })
      },
    )
}
