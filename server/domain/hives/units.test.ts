import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centiFromCelsius, gramsFromKg, kgFromGrams, millivoltsFromVolts, permilleFromPercent } from './units.ts'

/** Tenths of a stored unit, rounded half away from zero in integers. */
const wholeOf = (tenths: number) => Math.sign(tenths) * Math.floor((Math.abs(tenths) + 5) / 10)
/** A count of the last decimal place as a device writes it. */
const written = (count: number, decimals: number) => Number((count / 10 ** decimals).toFixed(decimals))

test.each([
  [16.1315, 16_132],
  [-16.1315, -16_132],
  [1.0005, 1001],
  [0.0004999, 0],
  [1100, 1_100_000],
])('%s kg are %s g', (kg, grams) => {
  expect(gramsFromKg(kg)).toBe(grams)
})

test('decimals are rounded half away from zero as they were written', () => {
  fc.assert(
    fc.property(fc.integer({ min: -200_000, max: 11_000_000 }), (tenths) => {
      expect(gramsFromKg(written(tenths, 4)) - wholeOf(tenths)).toBe(0)
      expect(millivoltsFromVolts(written(tenths, 4))).toBe(gramsFromKg(written(tenths, 4)))
      expect(centiFromCelsius(written(tenths, 3))).toBe(gramsFromKg(written(tenths, 4)))
      expect(permilleFromPercent(written(tenths, 2))).toBe(gramsFromKg(written(tenths, 4)))
    }),
    { numRuns: 5000 },
  )
})

test('what was stored is stored the same again', () => {
  fc.assert(
    fc.property(fc.integer({ min: -20_000, max: 1_100_000 }), (grams) => {
      expect(gramsFromKg(kgFromGrams(grams))).toBe(grams)
    }),
  )
})
