import { describe, expect, it } from 'vitest'
import { compensate, fitTemperature, type HourSample } from './temperature-compensation.ts'

const HOUR = 3600
const FIRST = Date.UTC(2026, 4, 1) / 1000

const random = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

/** Hives lose 15 g an hour by breathing; nights differ in how much they cool down. */
function samples({
  nights,
  gramsPerKelvin,
  noise = 0,
  swing = 6,
  seed = 1,
}: {
  nights: number
  gramsPerKelvin: number
  noise?: number
  swing?: number
  seed?: number
}): HourSample[] {
  const next = random(seed)
  const gauss = () => next() + next() + next() + next() - 2
  let depth = 0
  return Array.from({ length: nights * 24 }, (_, hour) => {
    if (hour % 24 === 12) depth = swing * (0.2 + next())
    const celsius = 14 + depth * Math.cos(((hour - 15) / 12) * Math.PI)
    const grams = 40_000 - 15 * hour + gramsPerKelvin * (celsius - 14) + noise * gauss()
    return { time: FIRST + hour * HOUR, grams: Math.round(grams), celsius }
  })
}

const fitted = (given: HourSample[]) => {
  const found = fitTemperature(given, 0)
  if ('refused' in found) throw new Error(found.refused)
  return found.fit
}

describe('the effect of the temperature on a scale', () => {
  it.each([12, -8, 25, 4])('of %d g/K is found', (gramsPerKelvin) => {
    const fit = fitted(samples({ nights: 40, gramsPerKelvin }))
    expect(fit.gramsPerKelvin).toBeCloseTo(gramsPerKelvin, 0)
    expect(fit.uncertainty).toBeLessThan(0.5)
    expect(fit.correlation).toBeCloseTo(Math.sign(gramsPerKelvin), 1)
    expect(fit.nights).toBe(40)
    expect(fit.referenceTemperature).toBeCloseTo(14, 0)
  })

  it.each([1, 2, 3, 4, 5])('is found in noise, within a little more than its uncertainty %#', (seed) => {
    const fit = fitted(samples({ nights: 60, gramsPerKelvin: 15, noise: 20, seed }))
    expect(Math.abs(fit.gramsPerKelvin - 15)).toBeLessThanOrEqual(1.6 * fit.uncertainty + 0.1)
    expect(fit.uncertainty).toBeGreaterThan(0.3)
  })

  it('ignores nights in which somebody was there', () => {
    const given = samples({ nights: 40, gramsPerKelvin: 12 })
    const disturbed = given.map((sample, hour) => ({
      ...sample,
      grams: sample.grams + (hour > 480 ? 12_000 : 0) + (hour % 240 === 23 ? 250 : 0),
    }))
    expect(fitted(disturbed).gramsPerKelvin).toBeCloseTo(12, 0)
  })

  it('ignores the hour in which somebody feeds each evening', () => {
    const fed = samples({ nights: 40, gramsPerKelvin: 12 }).map((sample, hour) => ({
      ...sample,
      grams: sample.grams + 400 * Math.floor((hour + 2) / 24),
    }))
    expect(fitted(fed).gramsPerKelvin).toBeCloseTo(12, 0)
  })

  it.each<[string, HourSample[], string]>([
    ['too few nights', samples({ nights: 9, gramsPerKelvin: 12 }), 'tooLittle'],
    ['a brood nest that is always as warm', samples({ nights: 60, gramsPerKelvin: 12, swing: 0.3 }), 'tooLittle'],
    ['nights that are nearly alike', samples({ nights: 60, gramsPerKelvin: 12, swing: 1 }), 'tooLittle'],
    ['nothing', [], 'tooLittle'],
    ['a scale that does not follow it', samples({ nights: 60, gramsPerKelvin: 0, noise: 20 }), 'poor'],
    ['what it follows, but nobody knows how much', samples({ nights: 10, gramsPerKelvin: 12, noise: 30 }), 'poor'],
    ['mere noise', samples({ nights: 20, gramsPerKelvin: 3, noise: 120 }), 'poor'],
  ])('is refused for %s', (_, given, refused) => {
    expect(fitTemperature(given, 0)).toEqual({ refused })
  })

  it.each([8, -8])('uses the night where clocks are %d hours ahead', (ahead) => {
    const day = (hour: number) => Math.sin((((hour + ahead + 24) % 24) / 24) * 2 * Math.PI - Math.PI)
    // the foragers are away from morning to evening, and bring in more the warmer it is
    const given = samples({ nights: 40, gramsPerKelvin: 12 }).map((sample, hour) => {
      const local = (hour + ahead + 24) % 24
      const isDay = local > 6 && local < 21
      return { ...sample, grams: sample.grams + (isDay ? Math.round(40 * (sample.celsius - 14) + 100 * day(hour)) : 0) }
    })
    const found = fitTemperature(given, ahead)
    expect('fit' in found && found.fit.gramsPerKelvin).toBeCloseTo(12, 0)
  })
})

// worked out by hand: 30 °C is 10 K above 20 °C, and 12 g for each is 120 g too much
it.each([
  [30, 39_880],
  [20, 40_000],
  [15, 40_060],
])('40 kg measured at %d °C is compensated to %d g', (celsius, grams) => {
  expect(compensate(40_000, celsius, { gramsPerKelvin: 12, referenceTemperature: 20 })).toBe(grams)
})
