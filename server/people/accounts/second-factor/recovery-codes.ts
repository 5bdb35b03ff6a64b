import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { RECOVERY_CODES } from '#domain/people/second-factor.ts'
import { makeChecked, parseChecked } from '#domain/platform/checked-code.ts'
import { hashToken } from '../../../platform/runtime/ids.ts'
import type { Tables } from '../../../store/tables.ts'
import { replaceRecoveryCodes, selectRecoveryCodes } from './second-factor-queries.ts'

/** Of 5 bits each: with 75 bits, the hash needs neither salt nor key. */
const RANDOM_SYMBOLS = 15

/**
 * Replaces the recovery codes of an account by new ones, made from what `tokenOf` returns for each of them, and returns them in plain text this once.
 * Unlike one-time codes, they survive the loss of the server's key. If it has these already, returns those that are not used up; `isNew` says which.
 */
export async function makeRecoveryCodes(
  within: Kysely<Tables>,
  accountId: number,
  tokenOf: (place: number) => string,
): Promise<{ codes: string[]; isNew: boolean }> {
  const codes = Array.from({ length: RECOVERY_CODES }, (_, place) =>
    makeChecked(symbolsFrom(tokenOf(place)), RANDOM_SYMBOLS),
  )
  const kept = new Set(await selectRecoveryCodes(within, accountId))
  const left = codes.filter((code) => kept.has(hashToken(code)))
  if (left.length > 0) return { codes: left, isNew: false }
  await replaceRecoveryCodes(within, accountId, codes.map(hashToken))
  return { codes, isNew: true }
}

/** The stored form of a recovery code that was typed. Undefined if it cannot be one. */
export function hashRecoveryCode(typed: string): string | undefined {
  const code = parseChecked(typed, RANDOM_SYMBOLS + 1)
  return code && hashToken(code)
}

const symbolsFrom = (token: string): number[] =>
  [...hash('sha256', token, 'buffer').subarray(0, RANDOM_SYMBOLS)].map((byte) => byte & 31)
