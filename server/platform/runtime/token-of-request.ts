import type { SecretBox } from './secret-box.ts'

/**
 * The token of what an account asks for with an id of its own making (a UUID): 256 bits, base64url. The same again, as the answer got lost,
 * has the same token, which nobody else can tell, and need not be kept for that.
 */
export const tokenOfRequest = (
  { keyedHash }: Pick<SecretBox, 'keyedHash'>,
  purpose: string,
  accountId: number,
  id: string,
): string =>
  Buffer.from(keyedHash(`${accountId} ${id.toLowerCase()}`, `request ${purpose}`), 'hex').toString('base64url')
