import { createHash, randomBytes, randomUUID } from 'node:crypto'

/** Where randomness comes from. */
export type Ids = {
  /** 256 bits, base64url: session cookies, device keys, share and reset tokens. */
  token(): string
  uuid(): string
}

export const randomIds: Ids = {
  token: () => randomBytes(32).toString('base64url'),
  uuid: () => randomUUID(),
}

/** Ids for tests: they count. */
export function countingIds(): Ids {
  let next = 0
  return {
    token: () => `token-${String(++next).padStart(6, '0')}`,
    uuid: () => `00000000-0000-4000-8000-${String(++next).padStart(12, '0')}`,
  }
}

/** How a token of 256 random bits is kept at rest: its SHA-256, hex. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
