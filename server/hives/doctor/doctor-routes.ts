import { Hono } from 'hono'
import { Diagnosis } from '#domain/hives/doctor/device-doctor.ts'
import type { Deps } from '../../deps.ts'
import { countedAddress } from '../../platform/http/connections/client-connection.ts'
import type { Env } from '../../platform/http/env.ts'
import { IdParameter } from '../../platform/http/id-parameter.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { diagnoseController } from './diagnose-controller.ts'

export const doctorRoutes = (deps: Deps) =>
  new Hono<Env>().get(
    '/controller/:id/doctor',
    answers('controller', 'Why a transmitter is silent or in trouble', Diagnosis),
    requireAccount,
    validate('param', IdParameter),
    async (c) => {
      const address = countedAddress(c, deps.config)
      return c.json(await diagnoseController(deps, signedIn(c), c.req.valid('param').id, address))
    },
  )
