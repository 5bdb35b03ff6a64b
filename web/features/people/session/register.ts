import type { Locale } from '#domain/platform/locale.ts'
import { ApiError } from '../../../api/api-error.ts'
import { api, call } from '../../../api/client.ts'
import { hashPassword } from '../../../api/hash-password.ts'
import { trySignOuts } from './owed-sign-outs.ts'
import { askServer } from './restore-session.ts'
import { signIn } from './sign-in.ts'

/** The address of an account that may exist by now, although no answer said so. */
let unanswered: string | undefined

/** Creates an account and signs in, also if an earlier try in this page created it; throws the server's answer if it refuses. */
export async function register(account: { email: string; password: string; language: Locale }): Promise<void> {
  const { email, language } = account
  const password = await hashPassword(account.password)
  await trySignOuts()
  try {
    await call(api.registration.user.$post({ json: { email, password, language, acceptTerms: true } }))
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status < 500
    if (!isRefused) unanswered = email
    if (!isRefused || error.code !== 'email_taken' || unanswered !== email) throw error
    // if the password is another one, somebody else had the address before
    return signIn(email, account.password).catch((reason: unknown) => {
      const isOthers = reason instanceof ApiError && reason.status === 401
      if (isOthers) unanswered = undefined
      throw isOthers ? error : reason
    })
  }
  await askServer()
}
