import { hash } from 'node:crypto'
import type { Row } from './side.ts'

/**
 * An order-independent hash of rows: the sum of 128 bits of each row's SHA-256. It changes if a row occurs twice rather than once. `before`:
 * the text of an earlier sum to continue from.
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
