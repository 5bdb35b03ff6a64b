import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { RECOVERY_CODES } from '#domain/people/second-factor.ts'
import { makeChecked, parseChecked } from '#domain/platform/checked-code.ts'
import type { Ids } from '../../../platform/runtime/ids.ts'
import { hashToken } from '../../../platform/runtime/ids.ts'
import type { Tables } from '../../../store/tables.ts'
import { replaceRecoveryCodes } from './second-factor-queries.ts'

/** Of 5 bits each: with 75 bits, the hash needs neither salt nor key. */
const RANDOM_SYMBOLS = 15

/**
 * Creates new recovery codes for an account, replacing the old ones, and returns them in plain text this once. Unlike one-time codes, they
 * survive the loss of the server's key.
 */
export async function makeRecoveryCodes(
  within: Kysely<Tables>,
  ids: Pick<Ids, 'token'>,
  accountId: number,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => makeChecked(randomSymbols(ids), RANDOM_SYMBOLS))
  await replaceRecoveryCodes(within, accountId, codes.map(hashToken))
  return codes
}

/** The stored form of a recovery code that was typed. Undefined if it cannot be one. */
export function hashRecoveryCode(typed: string): string | undefined {
  const code = parseChecked(typed, RANDOM_SYMBOLS + 1)
  return code && hashToken(code)
}

const randomSymbols = (ids: Pick<Ids, 'token'>): number[] =>
  [...hash('sha256', ids.token(), 'buffer').subarray(0, RANDOM_SYMBOLS)].map((byte) => byte & 31)
