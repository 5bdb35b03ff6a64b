import { Hono } from 'hono'
import { LanguageBody, LanguageReply, ProfileReply, SessionReply } from '#domain/people/account.ts'
import { ProfileEdit } from '#domain/people/profile-form.ts'
import type { Deps } from '../../../deps.ts'
import { isStorageUnavailable } from '../../../platform/db/lane.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Env } from '../../../platform/http/env.ts'
import { requireAccount, signedIn } from '../../../platform/http/require-account.ts'
import { answers } from '../../../platform/http/schemas/answers.ts'
import { validate } from '../../../platform/http/schemas/validate.ts'
import { knownHost } from '../../../platform/http/site-address.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import { selectAccountById, updateAccount } from '../account-queries.ts'
import { toSessionReply } from '../account-reply.ts'
import { signOutTokenOf } from '../sessions/sign-out-token.ts'
import { saveProfile } from './save-profile.ts'

/** Who is signed in, and their profile. `reaches`: whether alarms are known to reach an account. */
export const profileRoutes = (deps: Deps, reaches: (accountId: number) => Promise<boolean>) => {
  const { database, config } = deps
  const keepHost = (id: number, host: string) =>
    updateAccount(database.db, id, { site_host: host }).catch((error) => {
      // the request is answered all the same; the next visit stores the host
      if (!isStorageUnavailable(error)) throw error
    })
  return new Hono<Env>()
    .get('/user/ping', answers('session', 'Who is signed in', SessionReply), requireAccount, async (c) => {
      const session = signedIn(c)
      const { accountId, sessionId } = session
      const account = await selectAccountById(database.db, accountId)
      if (!account) throw new AppError(401, 'not_signed_in')
      // for sessions that began before the host was stored
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
      answers('account', "Set the given fields of the account's name and address", ProfileReply),
      requireAccount,
      validate('json', ProfileEdit),
      async (c) => {
        const profile = await saveProfile(database.db, signedIn(c).accountId, c.req.valid('json'))
        return c.json({ message: translate(c.get('locale'), 'account.message.profile_saved'), profile })
      },
    )
}
