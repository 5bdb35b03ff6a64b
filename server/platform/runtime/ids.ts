import { hash, randomBytes, randomInt, randomUUID } from 'node:crypto'

/** The source of randomness. */
export type Ids = {
  /**
   * 256 bits, base64url: session cookies, device keys, share and reset tokens. Starts with a letter or digit, so that a spreadsheet does not take it
   * for a formula.
   */
  token(): string
  uuid(): string
  /** Six decimal digits, for a person to type: only for use with few attempts and a short life. */
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

/** Predictable ids for tests: they count up. */
export function countingIds(): Ids {
  let next = 0
  return {
    token: () => `token-${String(++next).padStart(6, '0')}`,
    uuid: () => `00000000-0000-4000-8000-${String(++next).padStart(12, '0')}`,
    pin: () => String(++next).padStart(6, '0'),
  }
}

/** How a token of 256 random bits is stored: as its SHA-256, hex. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex')
