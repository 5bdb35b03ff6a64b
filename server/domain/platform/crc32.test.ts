import { crc32 as reference } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crc32, isChecked } from './crc32.ts'

test('gives the same as zlib for any length', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(), (bytes, cut) => {
      expect(crc32(bytes)).toBe(reference(bytes))
      const length = cut % (bytes.length + 1)
      expect(crc32(bytes, length)).toBe(reference(bytes.subarray(0, length)))
    }),
  )
})

test('fewer bytes than a checksum are never valid', () => {
  expect(isChecked(new Uint8Array(3))).toBe(false)
  expect(isChecked(new Uint8Array(4))).toBe(true)
  expect(isChecked(Uint8Array.of(0, 0, 0, 1))).toBe(false)
})
