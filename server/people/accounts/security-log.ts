import { defined, mapDefined } from '#domain/platform/defined.ts'
import type { Logger } from '../../platform/runtime/logger.ts'

const words = {
  signed_in: 'signed in',
  administrator_signed_in: 'an administrator signed in',
  sign_in_failed: 'a sign-in failed',
  sign_in_slowed: 'sign-ins to an account are slowed down',
  signed_out: 'signed out',
  session_ended: 'a session was ended',
  sessions_ended: 'all other sessions were ended',
  registered: 'someone registered',
  password_changed: 'a password was changed',
  password_reset_requested: 'a link for a new password was requested',
  password_reset: 'a password was set by a link',
  email_changed: 'the e-mail address of an account was changed',
  passkey_added: 'a passkey was added',
  passkey_removed: 'a passkey was removed',
  codes_on: 'one-time codes were turned on',
  codes_off: 'one-time codes were turned off',
  recovery_codes_made: 'new recovery codes were made',
  recovery_code_used: 'a recovery code was used',
  second_factor_failed: 'a one-time code or a recovery code was wrong',
  second_factor_slowed: 'someone who knows a password is guessing one-time codes',
  identity_confirmed: 'someone confirmed their identity',
  api_token_made: 'a token for scripts was made',
  api_token_revoked: 'a token for scripts was revoked',
  account_removed: 'an account was deleted',
} as const
export type SecurityEvent = keyof typeof words

/** `from`: see `clientAddress`. */
type Circumstances = {
  accountId?: number | undefined
  email?: string | undefined
  from?: string | undefined
  [more: string]: string | number | undefined
}

/** Logs at `info` events about who gets in, without secrets: of an e-mail address only the first letter and the host. */
export function logSecurity(logger: Logger, event: SecurityEvent, { email, ...rest }: Circumstances): void {
  logger.info({ security: event, ...rest, ...defined({ email: mapDefined(email, masked) }) }, words[event])
}

const masked = (email: string): string => email.replace(/^(.)[^@]*/, '$1***')
