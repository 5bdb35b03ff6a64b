import { Hono } from 'hono'
import { LoginBody, LoginReply, MessageReply, UnlockBody } from '#domain/people/account.ts'
import { RegistrationBody } from '#domain/people/profile-form.ts'
import type { Deps } from '../../../deps.ts'
import { countedAddress } from '../../../platform/http/connections/client-connection.ts'
import type { Env } from '../../../platform/http/env.ts'
import { createPlaceLimit } from '../../../platform/http/limits/place-limit.ts'
import { createRateLimit } from '../../../platform/http/limits/rate-limit.ts'
import { answers, withoutSession } from '../../../platform/http/schemas/answers.ts'
import { validate } from '../../../platform/http/schemas/validate.ts'
import { preferredLocale, translate } from '../../../platform/runtime/translate.ts'
import { toLoginReply } from '../account-reply.ts'
import { trustDevice, trustedDevice } from '../sessions/trusted-device.ts'
import type { OpenSession } from './open-session.ts'
import { registerAccount } from './register-account.ts'
import { type SignInLimits, signIn } from './sign-in.ts'
import { takeLanguage } from './take-language.ts'
import { openUnlocking } from './unlock-device.ts'

/** If callers cannot be told apart by address, registrations are limited for all of them together, with a higher limit. */
const REGISTRATIONS_TIMES_ELSEWHERE = 20

/** Registering, and signing in with a password. */
export const signInRoutes = (deps: Deps, limits: SignInLimits, openSession: OpenSession) => {
  const { config } = deps
  const registrations = createPlaceLimit(config.registrationsPerHour, 3600)
  const registrationsElsewhere = createRateLimit(config.registrationsPerHour * REGISTRATIONS_TIMES_ELSEWHERE, 3600)

  return new Hono<Env>()
    .post(
      '/registration/user',
      answers('session', 'Register as a user; the response signs you in', LoginReply, 201),
      withoutSession,
      validate('json', RegistrationBody),
      async (c) => {
        const body = c.req.valid('json')
        const place = countedAddress(c, config)
        if (place) await registrations.consume(place)
        else await registrationsElsewhere.consume('all')
        const account = await registerAccount(deps, {
          ...body,
          language: body.language ?? c.get('locale'),
          profile: body.profile,
        })
        await openSession(c, account, 'registered', 'password')
        const reply = toLoginReply(
          account,
          'password',
          config,
          translate(c.get('locale'), 'account.message.registered'),
        )
        return c.json(reply, 201)
      },
    )
    .post(
      '/user/login',
      answers('session', 'Sign in; on 401 `second_factor_required` send the same again with a code', LoginReply),
      withoutSession,
      validate('json', LoginBody),
      async (c) => {
        const { email, ...typed } = c.req.valid('json')
        const place = countedAddress(c, config)
        const device = trustedDevice(c, deps, email)
        const { account: known, factor } = await signIn(deps, limits, { email, ...typed, place, device })
        const account = await takeLanguage(deps, known, preferredLocale(c.req.header('accept-language')))
        await openSession(c, account, 'signed_in', factor)
        return c.json(toLoginReply(account, factor, config, translate(c.get('locale'), 'account.message.signed_in')))
      },
    )
    .post(
      '/user/login/unlock',
      answers(
        'session',
        'With a link, let this browser try the password of an account that others are guessing at',
        MessageReply,
      ),
      withoutSession,
      validate('json', UnlockBody),
      async (c) => {
        const { email, id } = openUnlocking(deps, c.req.valid('json').token)
        trustDevice(c, deps, email, id)
        return c.json({ message: translate(c.get('locale'), 'account.message.unlocked') })
      },
    )
}
