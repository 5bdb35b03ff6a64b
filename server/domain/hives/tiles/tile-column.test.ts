import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteReader, ByteWriter } from './tile-bit-packing.ts'
import { readColumn, skipColumn, writeColumn } from './tile-column.ts'

/** The reader's position afterwards, or the error it threw. */
function placeAfter(bytes: Uint8Array, pass: (reader: ByteReader) => unknown): number | string {
  const reader = new ByteReader(bytes)
  try {
    pass(reader)
  } catch (error) {
    return (error as Error).message
  }
  let left = 0
  try {
    for (; ; left++) reader.byte()
  } catch {
    return bytes.length - left
  }
}

const columns = fc.array(fc.oneof(fc.integer({ min: -50, max: 50 }), fc.integer()), { minLength: 1, maxLength: 200 })

test('skipping a column ends at the same position as reading it, even if its bytes are damaged', () => {
  fc.assert(
    fc.property(columns, fc.option(fc.tuple(fc.nat(), fc.nat({ max: 255 }))), (values, damage) => {
      const writer = new ByteWriter()
      writeColumn(writer, Int32Array.from(values))
      const bytes = writer.finish()
      if (damage) bytes[damage[0] % bytes.length] = damage[1]
      const read = placeAfter(bytes, (reader) => readColumn(reader, values.length))
      const skipped = placeAfter(bytes, (reader) => skipColumn(reader, values.length))
      expect(skipped).toBe(read)
    }),
    { numRuns: 2000 },
  )
})
