import { Hono } from 'hono'
import {
  LanguageBody,
  LanguageReply,
  LoginBody,
  LoginReply,
  MessageReply,
  ProfileReply,
  SessionReply,
  UnlockBody,
} from '#domain/people/account.ts'
import { ProfileBody, RegistrationBody } from '#domain/people/profile-form.ts'
import type { Deps } from '../../deps.ts'
import { isStorageUnavailable } from '../../platform/db/lane.ts'
import { answers, withoutSession } from '../../platform/http/answers.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { countedAddress } from '../../platform/http/client-connection.ts'
import type { Env } from '../../platform/http/env.ts'
import { createPlaceLimit } from '../../platform/http/place-limit.ts'
import { createRateLimit } from '../../platform/http/rate-limit.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { knownHost } from '../../platform/http/site-address.ts'
import { validate } from '../../platform/http/validate.ts'
import type { MailCodes } from '../../platform/mails/confirm-mail-address.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { selectAccountById, updateAccount } from './account-queries.ts'
import { toLoginReply, toSessionReply } from './account-reply.ts'
import { actingRoutes } from './acting-routes.ts'
import { adminUserRoutes } from './admin-user-routes.ts'
import { apiTokenRoutes } from './api-token-routes.ts'
import { confirmRoutes } from './confirm-routes.ts'
import { emailRoutes } from './email-routes.ts'
import { createOpenSession } from './open-session.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { passwordRoutes } from './password-routes.ts'
import type { PasswordProof } from './prove-password.ts'
import { registerAccount } from './register-account.ts'
import { saveProfile } from './save-profile.ts'
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { createSignInLimits, signIn } from './sign-in.ts'
import { signOutRoutes } from './sign-out-routes.ts'
import { signOutTokenOf } from './sign-out-token.ts'
import { trustDevice, trustedDevice } from './trusted-device.ts'
import { openUnlocking } from './unlock-device.ts'

/** Where nobody can be told apart by their address, registering is slowed down for all together, and late. */
const REGISTRATIONS_TIMES_ELSEWHERE = 20

/** `reaches`: whether alarms are known to arrive at an account. */
export const accountRoutes = (
  deps: Deps,
  mailCodes: MailCodes,
  prove: PasswordProof,
  reaches: (accountId: number) => Promise<boolean>,
) => {
  const { database, config } = deps
  const keepHost = (id: number, host: string) =>
    updateAccount(database.db, id, { site_host: host }).catch((error) => {
      // who is signed in is answered all the same, and the next visit keeps it
      if (!isStorageUnavailable(error)) throw error
    })
  const limits = createSignInLimits()
  const registrations = createPlaceLimit(config.registrationsPerHour, 3600)
  const registrationsElsewhere = createRateLimit(config.registrationsPerHour * REGISTRATIONS_TIMES_ELSEWHERE, 3600)
  const openSession = createOpenSession(deps)

  return new Hono<Env>()
    .post(
      '/registration/user',
      answers('session', 'Register as a user; the answer is signed in', LoginReply, 201),
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
      answers('session', 'Sign in; 401 `second_factor_required` asks for the same with a code', LoginReply),
      withoutSession,
      validate('json', LoginBody),
      async (c) => {
        const { email, ...typed } = c.req.valid('json')
        const place = countedAddress(c, config)
        const device = trustedDevice(c, deps, email)
        const { account, factor } = await signIn(deps, limits, { email, ...typed, place, device })
        await openSession(c, account, 'signed_in', factor)
        return c.json(toLoginReply(account, factor, config, translate(c.get('locale'), 'account.message.signed_in')))
      },
    )
    .post(
      '/user/login/unlock',
      answers(
        'session',
        'Let this browser try the password of an account that others guess at, by a link',
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
    .route('/', signOutRoutes(deps))
    .route('/', passwordRoutes(deps, prove, limits))
    .route('/', emailRoutes(deps, mailCodes))
    .route('/', sessionRoutes(deps))
    .route('/', confirmRoutes(deps, prove))
    .route('/', passkeyRoutes(deps, openSession))
    .route('/', apiTokenRoutes(deps))
    .route('/', secondFactorRoutes(deps))
    .route('/', actingRoutes(deps))
    .route('/', adminUserRoutes(deps))
    .get('/user/ping', answers('session', 'Who is signed in', SessionReply), requireAccount, async (c) => {
      const session = signedIn(c)
      const { accountId, sessionId } = session
      const account = await selectAccountById(database.db, accountId)
      if (!account) throw new AppError(401, 'not_signed_in')
      // of sessions that began before it was kept
      const host = account.site_host === null && !session.actor ? knownHost(c, config) : undefined
      if (host) await keepHost(accountId, host)
      const message = translate(c.get('locale'), 'account.message.signed_in')
      const signOutToken = signOutTokenOf(deps, sessionId)
      const alarmsArrive = await reaches(accountId)
      return c.json({ ...toSessionReply(account, session, config, message), alarmsArrive, signOutToken })
    })
    .get('/user/language', answers('account', "The account's language", LanguageBody), requireAccount, (c) =>
      c.json({ language: signedIn(c).language }),
    )
    .post(
      '/user/language',
      answers('account', "Set the account's language", LanguageReply),
      requireAccount,
      validate('json', LanguageBody),
      async (c) => {
        const { language } = c.req.valid('json')
        await updateAccount(database.db, signedIn(c).accountId, { language })
        return c.json({ message: translate(c.get('locale'), 'account.message.language_saved'), language })
      },
    )
    .post(
      '/user/profile',
      answers('account', "Set the account's name and address", ProfileReply),
      requireAccount,
      validate('json', ProfileBody),
      async (c) => {
        const profile = await saveProfile(database.db, signedIn(c).accountId, c.req.valid('json'))
        return c.json({ message: translate(c.get('locale'), 'account.message.profile_saved'), profile })
      },
    )
}
