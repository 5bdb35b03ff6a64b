import { api, call } from '../../../api/client.ts'
import { askForPasskey } from '../../../api/passkey.ts'
import { trySignOuts } from './owed-sign-outs.ts'
import { askServer } from './restore-session.ts'

/** Signs in with a passkey of this device; call only from a click. Throws the server's answer or `PasskeyCancelled`. */
export async function signInWithPasskey(): Promise<void> {
  const response = await askForPasskey(await call(api.user.login.passkey.options.$post()))
  await trySignOuts()
  await call(api.user.login.passkey.$post({ json: { response } }))
  await askServer()
}
