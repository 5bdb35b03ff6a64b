import { hash } from 'node:crypto'
import type { Row } from './side.ts'

/**
 * A hash of rows in any order: the sum of 128 bits of each one's SHA-256. Equal rows that are twice in one and once in another
 * set make a difference. `before` is what an earlier one gave as a text.
 */
export function createRowSum(before = '') {
  const sums = new BigUint64Array(2)
  for (const [lane, text] of (before.match(/.{16}/g) ?? []).entries()) sums[lane] = BigInt(`0x${text}`)
  return {
    add(row: Row): void {
      const digest = hash('sha256', row, 'buffer')
      sums[0]! += digest.readBigUInt64BE(0)
      sums[1]! += digest.readBigUInt64BE(8)
    },
    toString: (): string => [...sums].map((sum) => sum.toString(16).padStart(16, '0')).join(''),
  }
}
