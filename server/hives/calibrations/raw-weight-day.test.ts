import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DamagedError } from '#domain/platform/damaged-error.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { addRawWeights, decodeRawWeightDay, emptyRawWeightDay, encodeRawWeightDay } from './raw-weight-day.ts'

const counts = fc.array(
  fc.tuple(fc.integer({ min: 0, max: DAY_SECONDS - 1 }), fc.double({ noNaN: true, noDefaultInfinity: true })),
  { maxLength: 300 },
)

it('returns every count as it came, in order, keeping the first one of a second', () => {
  fc.assert(
    fc.property(counts, counts, (some, more) => {
      const first = new Map<number, number>()
      for (const [time, raw] of [...some, ...more]) if (!first.has(time)) first.set(time, raw)
      const stored = encodeRawWeightDay(addRawWeights(emptyRawWeightDay(), some))
      const { time, raw } = decodeRawWeightDay(encodeRawWeightDay(addRawWeights(decodeRawWeightDay(stored), more)))
      expect([...time]).toEqual([...first.keys()].sort((a, b) => a - b))
      expect([...raw]).toEqual([...time].map((second) => first.get(second)))
    }),
  )
})

it('detects changed bytes', () => {
  const day = addRawWeights(
    emptyRawWeightDay(),
    Array.from({ length: 144 }, (_, i) => [i * 600, 500_000 + (i % 7)]),
  )
  const bytes = encodeRawWeightDay(day)
  expect(bytes.length).toBeLessThan(900)
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = bytes.slice()
    flipped[bit >> 3]! ^= 1 << (bit & 7)
    let read: unknown
    try {
      read = decodeRawWeightDay(flipped)
    } catch (error) {
      expect(error).toBeInstanceOf(DamagedError)
      continue
    }
    // a few bits of a deflate stream are unused
    expect(read).toEqual(day)
  }
})

it('refuses more than a day can hold, and bytes that are not a day', () => {
  for (const bytes of [Uint8Array.of(), Uint8Array.of(1, 2, 3), encodeRawWeightDay(emptyRawWeightDay()).slice(1)]) {
    expect(() => decodeRawWeightDay(bytes)).toThrow(DamagedError)
  }
})
