import { Hono } from 'hono'
import * as v from 'valibot'
import { LoraDevice, LoraDeviceBody, LoraDeviceReply } from '#domain/hives/lora-device.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../platform/http/env.ts'
import { IdParameter } from '../../platform/http/id-parameter.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { visibleControllers } from '../controllers/visible-controllers.ts'
import { selectLoraDevices } from './lora-device-queries.ts'
import { nameLoraDevice } from './name-lora-device.ts'

export const loraDeviceRoutes = (deps: Deps) => {
  const { db } = deps.database
  return new Hono<Env>()
    .get(
      '/lorawan',
      answers('lorawan', 'The LoRaWAN devices of your own transmitters', v.array(LoraDevice)),
      requireAccount,
      async (c) => {
        const controllers = await visibleControllers(db, signedIn(c))
        const own = controllers.filter(({ access }) => access === 'own').map(({ id }) => id)
        const devices = new Map((await selectLoraDevices(db, own)).map((row) => [row.controller_id, row.dev_eui]))
        return c.json(own.map((controllerId) => ({ controllerId, devEui: devices.get(controllerId) ?? null })))
      },
    )
    .post(
      '/controller/:id/lorawan',
      answers('lorawan', 'Set the LoRaWAN device of a transmitter', LoraDeviceReply),
      requireAccount,
      validate('param', IdParameter),
      validate('json', LoraDeviceBody),
      async (c) => {
        const { id } = c.req.valid('param')
        const { devEui } = c.req.valid('json')
        await nameLoraDevice(deps, signedIn(c), id, devEui)
        const message = translate(c.get('locale'), 'import.message.device_named')
        return c.json({ message, controllerId: id, devEui })
      },
    )
}
