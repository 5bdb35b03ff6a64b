import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { AuthenticationResponse, RegistrationResponse } from '#domain/people/passkey.ts'

/** The person closed the browser's question, let it run out, or the device has nothing that fits. */
export class PasskeyCancelled extends Error {}

/** Passkeys need a browser that knows them, a secure page, and a host with a name. */
export const passkeysAvailable = (): boolean =>
  typeof window.PublicKeyCredential === 'function' &&
  window.isSecureContext &&
  !/^[\d.]+$|^\[/.test(window.location.hostname)

/** Lets the browser make a passkey, from the server's options. Throws `PasskeyCancelled`. */
export async function makePasskey(options: object): Promise<RegistrationResponse> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  return (await unlessCancelled(startRegistration({ optionsJSON }))) as RegistrationResponse
}

/** Lets the browser sign in with a passkey that it has, from the server's options. Throws `PasskeyCancelled`. */
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
