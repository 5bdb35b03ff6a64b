import { CLAIM_CODE_RANDOM_SYMBOLS, makeClaimCode, parseClaimCode } from '#domain/hives/claim-code.ts'
import type { SecretBox } from '../../platform/runtime/secret-box.ts'

/** The purpose under which codes are derived. */
const CLAIM_CODE = 'claim-code'

/** The code on a transmitter's label. It is derived from the server's key, so it is not stored anywhere and stays as printed. */
export function claimCodeOf({ keyedHash }: Pick<SecretBox, 'keyedHash'>, imei: string): string {
  const bytes = Buffer.from(keyedHash(imei, CLAIM_CODE), 'hex').subarray(0, CLAIM_CODE_RANDOM_SYMBOLS)
  return makeClaimCode([...bytes].map((byte) => byte & 31))
}

export const isClaimCode = (secrets: Pick<SecretBox, 'keyedHash'>, imei: string, typed: string): boolean =>
  parseClaimCode(typed) === claimCodeOf(secrets, imei)
