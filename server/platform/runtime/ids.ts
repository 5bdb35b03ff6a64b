import { hash, randomBytes, randomInt, randomUUID } from 'node:crypto'

/** Where randomness comes from. */
export type Ids = {
  /** 256 bits, base64url: session cookies, device keys, share and reset tokens. A letter or digit comes first: in a table it is no formula. */
  token(): string
  uuid(): string
  /** Six decimal digits, for a person to type: only ever with few tries and a short life. */
  pin(): string
}

export const randomIds: Ids = {
  token() {
    for (;;) {
      const token = randomBytes(32).toString('base64url')
      if (/^[A-Za-z0-9]/.test(token)) return token
    }
  },
  uuid: () => randomUUID(),
  pin: () => String(randomInt(1_000_000)).padStart(6, '0'),
}

/** Ids for tests: they count. */
export function countingIds(): Ids {
  let next = 0
  return {
    token: () => `token-${String(++next).padStart(6, '0')}`,
    uuid: () => `00000000-0000-4000-8000-${String(++next).padStart(12, '0')}`,
    pin: () => String(++next).padStart(6, '0'),
  }
}

/** How a token of 256 random bits is kept at rest: its SHA-256, hex. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex')
