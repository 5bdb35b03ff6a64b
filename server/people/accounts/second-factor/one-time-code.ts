import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
/** A phone whose clock is off, and a code typed as it changes. */
const STEPS_ASIDE = [0, -1, 1]
const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of a time step (RFC 6238 with SHA-1, RFC 4226 section 5.3). */
export function codeAt(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE(mac.at(-1)! & 0x0f) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The time step of a moment in epoch ms: 30 s each. */
export const stepAt = (ms: number): number => Math.floor(ms / STEP_MS)

/** Which of the steps around now a code belongs to; undefined where to none. */
export function stepOf(secret: Uint8Array, code: string, nowMs: number): number | undefined {
  const typed = Buffer.from(code)
  const fits = (step: number) => {
    const right = Buffer.from(codeAt(secret, step))
    return right.length === typed.length && timingSafeEqual(right, typed)
  }
  return STEPS_ASIDE.map((aside) => stepAt(nowMs) + aside).find((step) => step >= 0 && fits(step))
}

/** As apps for one-time codes take it (RFC 4648), without padding. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE_32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** What a QR code tells an app for one-time codes (Key URI format); the rest is what all of them assume. */
export function addressOf(secret: Uint8Array, { issuer, email }: { issuer: string; email: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`
}
