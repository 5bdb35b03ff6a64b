import { Hono } from 'hono'
import * as v from 'valibot'
import { Calibration, CalibrationBody, CalibrationReply } from '#domain/hives/calibration.ts'
import { CHANNELS_PER_CONTROLLER } from '#domain/hives/controller.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../platform/http/env.ts'
import { IdParameter, IdText } from '../../platform/http/id-parameter.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { visibleControllers } from '../controllers/visible-controllers.ts'
import { requireScale } from '../scales/visible-scales.ts'
import { calibrateChannel } from './calibrate-channel.ts'
import { selectCalibrations } from './calibration-queries.ts'
import { toCalibration } from './to-calibration.ts'

const ChannelParameter = v.object({ id: IdText, channel: v.pipe(IdText, v.maxValue(CHANNELS_PER_CONTROLLER)) })

export const calibrationRoutes = (deps: Deps) => {
  const { db } = deps.database
  return new Hono<Env>()
    .get(
      '/calibration',
      answers('calibration', 'Channels of your own transmitters that send raw weights', v.array(Calibration)),
      requireAccount,
      async (c) => {
        const controllers = await visibleControllers(db, signedIn(c))
        const own = controllers.filter(({ access }) => access === 'own').map(({ id }) => id)
        return c.json((await selectCalibrations(db, own)).map(toCalibration))
      },
    )
    .post(
      '/controller/:id/channel/:channel/calibration',
      answers('calibration', 'Say what the raw weights of a channel mean', CalibrationReply),
      requireAccount,
      validate('param', ChannelParameter),
      validate('json', CalibrationBody),
      async (c) => {
        const { id, channel } = c.req.valid('param')
        const row = await calibrateChannel(deps, signedIn(c), { controllerId: id, channel }, c.req.valid('json'))
        return c.json({ message: translate(c.get('locale'), 'import.message.calibrated'), ...toCalibration(row) })
      },
    )
    .post(
      '/scale/:id/calibration',
      answers('calibration', 'Say what the raw weights of a scale mean', CalibrationReply),
      requireAccount,
      validate('param', IdParameter),
      validate('json', CalibrationBody),
      async (c) => {
        const account = signedIn(c)
        const { controllerId, row: scale } = await requireScale(db, account, c.req.valid('param').id, 'write')
        const row = await calibrateChannel(deps, account, { controllerId, channel: scale.channel }, c.req.valid('json'))
        return c.json({ message: translate(c.get('locale'), 'import.message.calibrated'), ...toCalibration(row) })
      },
    )
}
