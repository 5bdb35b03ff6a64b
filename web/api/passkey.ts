import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { AuthenticationResponse, RegistrationResponse } from '#domain/people/passkey.ts'

/** The person closed the browser's prompt or let it time out, or the device has no matching passkey. */
export class PasskeyCancelled extends Error {}

/** Whether passkeys can be used: they need a browser that supports them, a secure page, and a host with a name. */
export const passkeysAvailable = (): boolean =>
  typeof window.PublicKeyCredential === 'function' &&
  window.isSecureContext &&
  !/^[\d.]+$|^\[/.test(window.location.hostname)

/** Has the browser create a passkey from the server's options. Throws `PasskeyCancelled`. */
export async function makePasskey(options: object): Promise<RegistrationResponse> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  return (await unlessCancelled(startRegistration({ optionsJSON }))) as RegistrationResponse
}

/** Has the browser sign in with an existing passkey, using the server's options. Throws `PasskeyCancelled`. */
export async function askForPasskey(options: object): Promise<AuthenticationResponse> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  return (await unlessCancelled(startAuthentication({ optionsJSON }))) as AuthenticationResponse
}

const cancelled = new Set(['NotAllowedError', 'AbortError', 'InvalidStateError'])

async function unlessCancelled<Answer>(asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking
  } catch (error) {
    throw error instanceof Error && cancelled.has(error.name) ? new PasskeyCancelled('', { cause: error }) : error
  }
}
