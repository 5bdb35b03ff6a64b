import { api, call } from '../../../api/client.ts'
import { hashPassword } from '../../../api/hash-password.ts'
import { trySignOuts } from './owed-sign-outs.ts'
import { askServer } from './restore-session.ts'
import { user } from './session-state.ts'

/** Signs in; throws the server's answer if it refuses or also wants a code. */
export async function signIn(email: string, password: string, code?: string): Promise<void> {
  user.fetching = true
  try {
    await trySignOuts()
    await call(api.user.login.$post({ json: { email, password: await hashPassword(password), code } }))
    await askServer()
  } finally {
    user.fetching = false
  }
}
