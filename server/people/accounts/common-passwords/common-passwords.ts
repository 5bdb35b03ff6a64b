import { readFileSync } from 'node:fs'
import path from 'node:path'
import { AppError } from '../../../platform/http/app-error.ts'

/** Five bytes of a SHA-256: the chance that a different password shares them with one of these is 1 in 100 million. */
export const PREFIX_BYTES = 5

let read: Buffer | undefined

/** Whether what was typed is empty or one of the 10,000 most common passwords; `sent`: its SHA-256, hex. */
export function isCommonPassword(sent: string): boolean {
  read ??= readFileSync(path.join(import.meta.dirname, 'hashes.bin'))
  const hashes = read
  const wanted = Buffer.from(sent.slice(0, PREFIX_BYTES * 2), 'hex')
  let [from, to] = [0, hashes.length / PREFIX_BYTES]
  while (from < to) {
    const middle = (from + to) >> 1
    const order = wanted.compare(hashes, middle * PREFIX_BYTES, (middle + 1) * PREFIX_BYTES)
    if (order === 0) return true
    if (order < 0) to = middle
    else from = middle + 1
  }
  return false
}

/** For new passwords only; existing ones keep working. Throws 400 `password_too_common`. */
export function refuseCommonPassword(sent: string): void {
  if (isCommonPassword(sent)) throw new AppError(400, 'password_too_common')
}
