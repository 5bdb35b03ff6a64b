import type { SecretBox } from './secret-box.ts'

/**
 * The token for something that an account requests with an id of its own (a UUID): 256 bits, base64url. Repeating the request after its answer got
 * lost gives the same token; nobody else can derive it, and it need not be stored for that.
 */
export const tokenOfRequest = (
  { keyedHash }: Pick<SecretBox, 'keyedHash'>,
  purpose: string,
  accountId: number,
  id: string,
): string =>
  Buffer.from(keyedHash(`${accountId} ${id.toLowerCase()}`, `request ${purpose}`), 'hex').toString('base64url')
