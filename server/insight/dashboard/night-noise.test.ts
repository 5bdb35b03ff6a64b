import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { nightNoise } from './night-noise.ts'

const midnights = [0, 1, 2].map((day) => ({ time: day * DAY_SECONDS }))

/** A reading every ten minutes over three days. */
const readings = (grams: (time: number) => number) =>
  Array.from({ length: 3 * 144 }, (_, i) => ({ time: i * 600, weightGrams: Math.round(grams(i * 600)) }))

/** A pseudo-random number from -1 to 1, the same every time. */
const chance = (time: number) => ((Math.sin(time * 12.9898) * 43_758.5453) % 1) * 2

test('a scale that loses weight evenly overnight has no noise', () => {
  expect(
    nightNoise(
      readings((time) => 40_000 - time / 600),
      midnights,
    ),
  ).toBeLessThanOrEqual(3)
})

test('only the nights count, whatever the days bring', () => {
  const unrest = (time: number) => 40_000 + chance(time) * 60
  const calm = nightNoise(readings(unrest), midnights)!
  const flying = (time: number) => unrest(time) + (time % DAY_SECONDS > DAY_SECONDS / 3 ? 2_000 : 0)
  expect(calm).toBeGreaterThan(60)
  expect(calm).toBeLessThan(250)
  expect(nightNoise(readings(flying), midnights)).toBe(calm)
})

test('work on the hive in one night, or one wild reading, does not make a scale noisy', () => {
  const wild = (time: number) => 40_000 + (time === 3000 ? 90_000 : 0)
  expect(nightNoise(readings(wild), midnights)).toBe(0)
})

test('without a night of at least four readings nothing is known', () => {
  expect(nightNoise([], midnights)).toBe(null)
  const hourly = readings(() => 40_000).filter(({ time }) => time % 7200 === 0)
  expect(nightNoise(hourly, midnights)).toBe(null)
})

test('it is a whole number of grams, and no weights, however wrong, make it negative', () => {
  const sample = fc.record({ time: fc.nat(3 * DAY_SECONDS), weightGrams: fc.integer({ min: -1e6, max: 2e6 }) })
  fc.assert(
    fc.property(fc.array(sample), (samples) => {
      const noise = nightNoise(
        samples.sort((a, b) => a.time - b.time),
        midnights,
      )
      return noise === null || (Number.isSafeInteger(noise) && noise >= 0)
    }),
  )
})
