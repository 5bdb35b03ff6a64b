import { Hono } from 'hono'
import { Diagnosis } from '#domain/device-doctor.ts'
import { answers } from '../http/answers.ts'
import { countedAddress } from '../http/client-connection.ts'
import type { Deps } from '../http/deps.ts'
import type { Env } from '../http/env.ts'
import { IdParameter } from '../http/id-parameter.ts'
import { requireAccount, signedIn } from '../http/require-account.ts'
import { validate } from '../http/validate.ts'
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
