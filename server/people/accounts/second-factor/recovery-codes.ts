import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { RECOVERY_CODES } from '#domain/people/second-factor.ts'
import { makeChecked, parseChecked } from '#domain/platform/checked-code.ts'
import type { Ids } from '../../../platform/runtime/ids.ts'
import { hashToken } from '../../../platform/runtime/ids.ts'
import type { Tables } from '../../../store/tables.ts'
import { replaceRecoveryCodes } from './second-factor-queries.ts'

/** Of 5 bits each: 75 bits need neither salt nor key. */
const RANDOM_SYMBOLS = 15

/**
 * Makes the recovery codes of an account, in the place of those it had, and gives them in the clear this once. They outlive
 * the server's key, with which one-time codes are lost.
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

/** How a recovery code that somebody typed is kept; undefined for what cannot be one. */
export function hashRecoveryCode(typed: string): string | undefined {
  const code = parseChecked(typed, RANDOM_SYMBOLS + 1)
  return code && hashToken(code)
}

const randomSymbols = (ids: Pick<Ids, 'token'>): number[] =>
  [...hash('sha256', ids.token(), 'buffer').subarray(0, RANDOM_SYMBOLS)].map((byte) => byte & 31)
