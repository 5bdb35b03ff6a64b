import { Hono } from 'hono'
import * as v from 'valibot'
import {
  ClaimBody,
  ClaimedBefore,
  ClaimReply,
  Controller,
  ControllerBody,
  ControllerReply,
  DeviceKeyBody,
  DeviceKeyReply,
  ProvisionOneBody,
} from '#domain/hives/controller.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import { ErrorReply } from '#domain/platform/error-reply.ts'
import type { Deps } from '../../deps.ts'
import type { AppError, CodedIssue } from '../../platform/http/app-error.ts'
import { clientAddress } from '../../platform/http/connections/client-connection.ts'
import type { Env } from '../../platform/http/env.ts'
import { IdParameter } from '../../platform/http/id-parameter.ts'
import { createRateLimit } from '../../platform/http/limits/rate-limit.ts'
import { requireAccount, requireAdmin, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { claimController } from './claim-controller.ts'
import { createClaimTries, wrongClaims } from './claim-tries.ts'
import { editController } from './edit-controller.ts'
import type { OrderKeys } from './order-keys.ts'
import { provisionController } from './provision-controller.ts'
import { renewDeviceKey } from './renew-device-key.ts'
import { toController } from './to-controller.ts'
import { requireController, type VisibleController, visibleControllers } from './visible-controllers.ts'

function missingNumber(issues: CodedIssue[]): ErrorCode | undefined {
  const first = issues.find(({ path }) => path === 'imei' || path === 'imsi')
  return first && (first.path === 'imei' ? 'imei_missing' : 'imsi_missing')
}

export const controllerRoutes = (deps: Deps, { tries, redeem }: OrderKeys) => {
  const shown = ({ row, access }: Pick<VisibleController, 'row' | 'access'>) =>
    toController(row, access, deps.clock.now(), deps.config)

  const claims = createClaimTries()
  const madeKnown = createRateLimit(deps.config.openProvisioningPerDay, DAY_SECONDS)

  return new Hono<Env>()
    .get(
      '/controller',
      answers('controller', 'Own and watched transmitters', v.array(Controller)),
      requireAccount,
      async (c) => {
        const controllers = await visibleControllers(deps.database.db, signedIn(c))
        return c.json(controllers.map(shown))
      },
    )
    .get(
      '/controller/:id',
      answers('controller', 'One transmitter', Controller),
      requireAccount,
      validate('param', IdParameter),
      async (c) => {
        const { id } = c.req.valid('param')
        return c.json(shown(await requireController(deps.database.db, signedIn(c), id, 'read')))
      },
    )
    .post(
      '/admin/controller',
      answers(
        'controller',
        'Register a transmitter; its device key is only shown in this response',
        DeviceKeyReply,
        201,
      ),
      requireAccount,
      requireAdmin,
      validate('json', ProvisionOneBody, missingNumber),
      async (c) => {
        const made = await provisionController(deps, signedIn(c), c.req.valid('json'))
        return c.json({ message: translate(c.get('locale'), 'controller.message.provisioned'), ...made }, 201)
      },
    )
    .post(
      '/registration/controller',
      answers('controller', 'Claim a transmitter; one that is already yours is a 409 with its id', ClaimReply, 201, {
        409: v.union([ClaimedBefore, ErrorReply]),
      }),
      requireAccount,
      validate('json', ClaimBody, missingNumber),
      async (c) => {
        const account = signedIn(c)
        const claim = c.req.valid('json')
        const who = { accountId: account.accountId, address: clientAddress(c, deps.config) }
        const claimed = () => claimController({ ...deps, redeem }, account, claim, madeKnown)
        const tried = () => (claim.orderKey ? tries(who, claimed) : claimed())
        const done = await claims({ ...who, subject: claim.imei }, tried).catch((error: AppError) => {
          const isGuess = error.code === 'too_many_requests' || wrongClaims.some((code) => code === error.code)
          if (isGuess) deps.logger.info({ ...who, imei: claim.imei, code: error.code }, 'a transmitter was not claimed')
          throw error
        })
        const locale = c.get('locale')
        if (!done.isNew) {
          const code = 'controller_already_registered' as const
          return c.json({ message: translate(locale, 'controller.message.yours'), code, id: done.id }, 409)
        }
        const { row, isNew: _, ...key } = done
        const message = translate(locale, 'controller.message.claimed')
        return c.json({ message, ...shown({ row, access: 'own' }), ...key }, 201)
      },
    )
    .post(
      '/controller/:id',
      answers('controller', 'Change a transmitter', ControllerReply),
      requireAccount,
      validate('param', IdParameter),
      validate('json', ControllerBody),
      async (c) => {
        const changed = await editController(deps, signedIn(c), c.req.valid('param').id, c.req.valid('json'))
        return c.json({ message: translate(c.get('locale'), 'controller.message.saved'), ...shown(changed) })
      },
    )
    .post(
      '/controller/:id/deviceKey',
      answers('controller', 'Create a new device key; it is only shown in this response', DeviceKeyReply),
      requireAccount,
      validate('param', IdParameter),
      validate('json', DeviceKeyBody),
      async (c) => {
        const { id } = c.req.valid('param')
        const how = c.req.valid('json')
        const deviceKey = await renewDeviceKey(deps, signedIn(c), id, how)
        const message = how.overTheAir ? 'device_key_waits' : 'device_key_renewed'
        return c.json({ message: translate(c.get('locale'), `controller.message.${message}`), id, deviceKey })
      },
    )
}
