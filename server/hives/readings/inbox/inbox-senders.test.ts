import { expect, test } from 'vitest'
import { decodeInboxRows, encodeInboxRows, INBOX_FIELDS } from './inbox-rows.ts'
import { decodeSenders, encodeSenders } from './inbox-senders.ts'

const senders = [
  { controllerId: 7, receivedAt: 1_778_400_000_123, length: 2 },
  { controllerId: 2 ** 40, receivedAt: 1_778_400_000_124, length: 1 },
]

/** The bytes in the middle of a larger buffer, as drivers return them. */
function amidst(bytes: Uint8Array): Buffer {
  const all = Buffer.concat([Buffer.alloc(3, 1), bytes, Buffer.alloc(5, 1)])
  return all.subarray(3, 3 + bytes.length)
}

test('senders and readings can be read at any offset', () => {
  expect(decodeSenders(amidst(encodeSenders(senders)), 3)).toEqual(senders)
  const rows = { length: 3, fields: Int32Array.from({ length: 3 * INBOX_FIELDS }, (_, i) => i - 9) }
  expect(decodeInboxRows(amidst(encodeInboxRows(rows)))).toEqual(rows)
})

test.each([
  ['none', new Uint8Array(), 0],
  ['bytes too few', encodeSenders(senders).subarray(0, 47), 3],
  ['other readings than there are', encodeSenders(senders), 4],
  ['nobody', encodeSenders([{ controllerId: 0, receivedAt: 1, length: 1 }]), 1],
  ['half a reading', encodeSenders([{ controllerId: 1, receivedAt: 1, length: 0.5 }]), 0.5],
  ['no time', encodeSenders([{ controllerId: 1, receivedAt: Number.NaN, length: 1 }]), 1],
])('%s: an impossible list is rejected', (_, bytes, readings) => {
  expect(decodeSenders(bytes, readings)).toBeUndefined()
})
