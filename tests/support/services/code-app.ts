import { codeAt, stepAt } from '../../../server/people/accounts/second-factor/one-time-code.ts'

const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** An app for one-time codes on somebody's phone; it gets the secret as the text in the QR code. */
export function createCodeApp(secret: string) {
  const bits = [...secret].map((letter) => BASE_32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
  return { show: (nowMs: number): string => codeAt(bytes, stepAt(nowMs)) }
}
