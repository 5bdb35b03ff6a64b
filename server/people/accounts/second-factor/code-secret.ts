import { hash } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import type { Ids } from '../../../platform/runtime/ids.ts'

const SECRET_BYTES = 20

/** Bound to its account: one account's row is useless for another. */
const purposeOf = (accountId: number): string => `one-time codes of ${accountId}`

/** 160 bits, as RFC 4226 recommends. */
export const newSecret = (ids: Pick<Ids, 'token'>): Buffer =>
  hash('sha256', ids.token(), 'buffer').subarray(0, SECRET_BYTES)

export const sealSecret = ({ secrets }: Pick<Deps, 'secrets'>, accountId: number, secret: Buffer): string =>
  secrets.seal(secret.toString('base64url'), purposeOf(accountId))

/** Returns undefined if the row was damaged, or sealed with another key. */
export function openSecret(
  { secrets }: Pick<Deps, 'secrets'>,
  accountId: number,
  sealed: string,
): Uint8Array | undefined {
  const opened = secrets.open(sealed, purposeOf(accountId))
  return opened === undefined ? undefined : Buffer.from(opened, 'base64url')
}
