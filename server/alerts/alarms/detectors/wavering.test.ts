import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Detection } from '#domain/alerts/detection.ts'
import { atHour, type CurvePlan, curveSettings, weightCurve } from '../../../../tests/support/samples/weight-curve.ts'
import { initialState, runDetectors } from './run-detectors.ts'
import { isLoud } from './swarm-signs.ts'
import { waveringGrams } from './wavering.ts'

/** Every form in which a swarm of a scale was told that wavers by up to `grams` up and down, the same in each run. */
function swarmsIn(grams: number, plan: CurvePlan): Detection[] {
  let seed = 7
  const waver = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return Math.round((2 * (seed / 2_147_483_647) - 1) * grams)
  }
  let state = initialState()
  return weightCurve(plan).flatMap(({ time, weightGrams }) => {
    const run = runDetectors(state, [{ time, weightGrams: weightGrams + waver() }], curveSettings)
    state = run.state
    return run.detections.filter(({ type }) => type === 'swarm')
  })
}

const rings = ({ status, confidencePercent }: Detection) => status !== 'withdrawn' && isLoud(confidencePercent)

describe('a scale that wavers by 600 g', () => {
  test.each([5, 6])('read every %i minutes, does not ring for days, and the reason is told', (everyMinutes) => {
    const told = swarmsIn(600, { everyMinutes, toHour: 24 * 6 })
    expect(told.filter(rings)).toEqual([])
    const reasons = told.flatMap(({ why }) => why)
    expect(reasons.map(({ code }) => code)).toContain('wavering')
  })

  test('rings for a swarm if it wavers less', () => {
    const told = swarmsIn(150, { changes: [{ hour: 12, grams: -3000, minutes: 20 }] })
    const first = told.find(rings)
    expect(first?.startedAt).toBeGreaterThan(atHour(11.7))
    expect(told.at(-1)!.status).toBe('confirmed')
  })
})

test('a steady scale does not waver, whatever leaves it within half an hour', () => {
  const grams = fc.integer({ min: 700, max: 5000 })
  fc.assert(
    fc.property(grams, fc.constantFrom(5, 6, 10), fc.integer({ min: 5, max: 30 }), (lost, everyMinutes, minutes) => {
      const plan = { everyMinutes, fromHour: 10.5, toHour: 13, changes: [{ hour: 11.5, grams: -lost, minutes }] }
      const weights = weightCurve(plan).map(({ weightGrams }) => weightGrams)
      for (let to = 9; to <= weights.length; to++) {
        const recent = { weights: weights.slice(Math.max(0, to - 90 / everyMinutes - 1), to) }
        expect(waveringGrams({ deepestGrams: lost }, recent)).toBe(0)
      }
    }),
  )
})
