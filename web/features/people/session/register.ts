import type { Locale } from '#domain/platform/locale.ts'
import { api, call } from '../../../api/client.ts'
import { hashPassword } from '../../../api/hash-password.ts'
import { trySignOuts } from './owed-sign-outs.ts'
import { askServer } from './restore-session.ts'

/** Creates an account and signs in; throws the server's answer if it refuses. */
export async function register(account: { email: string; password: string; language: Locale }): Promise<void> {
  const { email, language } = account
  const password = await hashPassword(account.password)
  await trySignOuts()
  await call(api.registration.user.$post({ json: { email, password, language, acceptTerms: true } }))
  await askServer()
}
