import type { Generated } from 'kysely'

/**
 * The one-time codes of an account, in use since `since` (epoch ms); `last_step` is the time step of the newest code that was
 * used, so that none is used twice. A secret not yet confirmed by a code is `pending`, alongside one in use.
 */
export type OneTimeCodeTable = {
  account_id: number
  secret_sealed: string | null
  since: number | null
  last_step: Generated<number>
  pending_sealed: string | null
  pending_until: number | null
}

/** An unused recovery code, stored as its SHA-256. */
export type RecoveryCodeTable = { account_id: number; code_hash: string }
