import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
/** Allows for a phone whose clock is off, and for a code typed just as it changes. */
const STEPS_ASIDE = [0, -1, 1]
const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code for a time step (RFC 6238 with SHA-1, RFC 4226 section 5.3). */
export function codeAt(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE(mac.at(-1)! & 0x0f) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The time step (of 30 s) of a moment in epoch ms. */
export const stepAt = (ms: number): number => Math.floor(ms / STEP_MS)

/** The time step around now to which a code belongs. Undefined if none matches. */
export function stepOf(secret: Uint8Array, code: string, nowMs: number): number | undefined {
  const typed = Buffer.from(code)
  const fits = (step: number) => {
    const right = Buffer.from(codeAt(secret, step))
    return right.length === typed.length && timingSafeEqual(right, typed)
  }
  return STEPS_ASIDE.map((aside) => stepAt(nowMs) + aside).find((step) => step >= 0 && fits(step))
}

/** Base32 without padding (RFC 4648), as apps for one-time codes expect it. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE_32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The content of a QR code for apps for one-time codes (Key URI format); omitted parameters have their universal defaults. */
export function addressOf(secret: Uint8Array, { issuer, email }: { issuer: string; email: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`
}
