import type { Generated } from 'kysely'
import type { Role } from '#domain/people/account.ts'
import type { Factor } from '#domain/people/second-factor.ts'
import type { Locale } from '#domain/platform/locale.ts'

export type AffiliationTable = { id: Generated<number>; name: string }

export type AccountTable = {
  id: Generated<number>
  email: string
  password_hash: string
  language: Locale
  role: Role
  admin: Generated<0 | 1>
  active: Generated<0 | 1>
  affiliation_id: number | null
  firstname: string
  lastname: string
  company: string
  street: string
  zip: string
  city: string
  country: string
  phone: string
  created_at: number
  /** The host, one of those in the settings, where this account last signed in; null if unknown. */
  site_host: Generated<string | null>
}

/**
 * `id` identifies the session to its owner; it opens nothing. `actor_token_hash`: the session of the administrator who is acting
 * as the account, to which they will return.
 */
export type SessionTable = {
  id: string
  token_hash: string
  account_id: number
  actor_token_hash: Generated<string | null>
  user_agent: string
  created_at: number
  last_seen_at: number
  expires_at: number
  /** When a password or a passkey was last shown in this session. */
  confirmed_at: Generated<number>
  /** The strongest factor shown in this session. */
  factor: Generated<Factor>
}

/** A link to set a new password. One that was requested for an address without an account belongs to nobody. */
export type PasswordResetTable = {
  id: Generated<number>
  token_hash: string
  account_id: number | null
  created_at: number
  expires_at: number
}

/** `credential_id` is base64url, `public_key` COSE, `transports` a JSON array. */
export type PasskeyTable = {
  id: Generated<number>
  account_id: number
  credential_id: string
  public_key: Uint8Array
  counter: number
  transports: string
  name: string
  created_at: number
  last_used_at: number | null
}

/** A token that a script reads with; `scopes` is a JSON array of `ApiTokenScope`. */
export type ApiTokenTable = {
  id: Generated<number>
  account_id: number
  token_hash: string
  name: string
  scopes: string
  created_at: number
  expires_at: number
  last_used_at: number | null
}

/** Without an account it is for signing in, otherwise for adding a passkey to that account. */
export type PasskeyChallengeTable = {
  challenge_hash: string
  account_id: number | null
  expires_at: number
}
