import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calibrationOf, kgFromRaw } from '#domain/hives/calibration.ts'

const raw = fc.integer({ min: -8_388_608, max: 8_388_607 })
const kg = fc.integer({ min: 0, max: 200_000 }).map((grams) => grams / 1000)

test('a scale calibrated with two weighings shows the weights it was calibrated with', () => {
  fc.assert(
    fc.property(raw, kg, raw, kg, (rawOfFirst, first, rawOfSecond, second) => {
      const calibration = calibrationOf({ raw: rawOfFirst, kg: first }, { raw: rawOfSecond, kg: second })
      expect(calibration === undefined).toBe(rawOfFirst === rawOfSecond || first === second)
      if (!calibration) return
      expect(kgFromRaw(rawOfFirst, calibration)).toBeCloseTo(first, 5)
      expect(kgFromRaw(rawOfSecond, calibration)).toBeCloseTo(second, 5)
    }),
  )
})
