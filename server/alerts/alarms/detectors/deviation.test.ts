import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atHour, curveSettings, weightCurve } from '../../../../tests/support/samples/weight-curve.ts'
import type { Sample } from './detector.ts'
import { changeBeside } from './deviation.ts'
import { initialState, runDetectors } from './run-detectors.ts'

const deviationsIn = (samples: readonly Sample[]) => runDetectors(initialState(), samples, curveSettings).deviations

describe('a hive that differs from all days before', () => {
  const weighed = (everyMinutes: number, grams: number) =>
    weightCurve({ everyMinutes, toHour: 120, noiseGrams: 20, changes: [{ hour: 98, grams, minutes: 30 }] })

  test.each([
    [30, -900],
    [60, -400],
    [180, 900],
    [360, -2000],
  ])('read every %i minutes, %i g', (everyMinutes, grams) => {
    const [deviation, ...others] = deviationsIn(weighed(everyMinutes, grams)).filter(({ time }) => time > atHour(97))
    expect(deviation!.from).toBeLessThanOrEqual(atHour(98))
    expect(deviation!.time - deviation!.from).toBe(everyMinutes * 60)
    expect(Math.abs(deviation!.grams - grams)).toBeLessThan(120)
    expect(others.filter(({ grams: other }) => Math.sign(other) !== Math.sign(grams))).toEqual([])
  })

  test('is not recorded if readings are at most 20 minutes apart, the change is small, or the hive was silent for long', () => {
    expect(deviationsIn(weighed(20, -2000))).toEqual([])
    expect(deviationsIn(weighed(360, -200))).toEqual([])
    const silent = weighed(60, -2000).filter(({ time }) => time < atHour(90) || time > atHour(104))
    expect(deviationsIn(silent)).toEqual([])
  })

  test('what it does every day is no deviation', () => {
    const foraging = weightCurve({ everyMinutes: 180, toHour: 240, noiseGrams: 20 }).map(({ time, weightGrams }) => {
      const hour = ((time - atHour(0)) / 3600) % 24
      return { time, weightGrams: weightGrams - (hour >= 9 && hour < 18 ? 1200 : 0) }
    })
    expect(deviationsIn(foraging).filter(({ time }) => time > atHour(72))).toEqual([])
  })
})

describe('what the hives of a place did at the same time', () => {
  const lost = (grams: number, from = 0, time = 6) => [{ from, time, grams }]

  test.each([
    ['nobody is beside it', [], 0],
    ['a single hive speaks for half', [lost(-800)], -400],
    ['the middle of two and of one that did as ever', [lost(-800), lost(-500)], -500],
    ['one of three was worked on', [lost(-3000), lost(-500), lost(-400)], -450],
    ['most did as ever', [lost(-800), [], []], 0],
    ['some gained and some lost', [lost(-800), lost(700)], 0],
  ])('%s', (_, hives, grams) => {
    expect(changeBeside(hives, 0, 6).grams).toBeCloseTo(grams)
  })

  test('a span that reaches beyond the times counts in part, and consecutive spans add up', () => {
    expect(changeBeside([lost(-900, 3, 9), lost(-900, 3, 9)], 0, 6).grams).toBeCloseTo(-450)
    expect(changeBeside([lost(-900, 6, 9), lost(-900, -3, 0)], 0, 6).grams).toBe(0)
    const inTwo = [...lost(-300, 0, 3), ...lost(-500, 3, 6)]
    expect(changeBeside([inTwo, inTwo], 0, 6).grams).toBeCloseTo(-800)
  })

  test('the deviation of one from the others counts as apart, up to a limit', () => {
    expect(changeBeside([lost(-500), lost(-500), lost(-500)], 0, 6).apartGrams).toBe(0)
    expect(changeBeside([lost(-500), lost(-500), lost(-2000)], 0, 6).apartGrams).toBeCloseTo(500)
    expect(changeBeside([[], [], lost(-20_000)], 0, 6).apartGrams).toBeCloseTo(4000 / 3)
    expect(changeBeside([], 0, 6).apartGrams).toBe(0)
  })

  test('does not depend on their order', () => {
    const hive = fc.array(fc.record({ from: fc.nat(5), time: fc.integer({ min: 6, max: 12 }), grams: fc.integer() }))
    const shuffled = fc
      .array(hive, { maxLength: 6 })
      .chain((hives) => fc.tuple(fc.constant(hives), fc.shuffledSubarray(hives, { minLength: hives.length })))
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        expect(changeBeside(other, 2, 8).grams).toBe(changeBeside(one, 2, 8).grams)
        expect(changeBeside(other, 2, 8).apartGrams).toBeCloseTo(changeBeside(one, 2, 8).apartGrams)
      }),
    )
  })
})
