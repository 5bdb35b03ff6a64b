import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Detection } from '#domain/alerts/detection.ts'
import { atHour, type CurvePlan, curveSettings, weightCurve } from '../../../../tests/support/samples/weight-curve.ts'
import { emptyBucket } from './detector-state.ts'
import { gainedBefore } from './gained-before.ts'
import { initialState, runDetectors } from './run-detectors.ts'
import { newEpisode } from './swarm-episode.ts'
import { isLoud } from './swarm-signs.ts'

/** Every form in which a swarm was told, reading by reading. */
function swarmsIn(plan: CurvePlan): Detection[] {
  let state = initialState()
  return weightCurve(plan).flatMap((sample) => {
    const run = runDetectors(state, [sample], curveSettings)
    state = run.state
    return run.detections.filter(({ type }) => type === 'swarm')
  })
}

const rings = ({ status, confidencePercent }: Detection) => status !== 'withdrawn' && isLoud(confidencePercent)
const tellsOfGain = ({ why }: Detection) => why.some(({ code }) => code === 'gainedBefore')

describe('what the hive had gained before is told quietly, with the reason', () => {
  test.each<[string, CurvePlan]>([
    ...[5, 10, 15].flatMap((everyMinutes): [string, CurvePlan][] => [
      [
        `rain of 2 kg that dries within 50 minutes, read every ${everyMinutes} minutes`,
        {
          everyMinutes,
          changes: [
            { hour: 11, grams: 2000, minutes: 40 },
            { hour: 12, grams: -2000, minutes: 50 },
          ],
        },
      ],
      [
        `a box on the lid for two hours, read every ${everyMinutes} minutes`,
        {
          everyMinutes,
          changes: [
            { hour: 10.3, grams: 3000 },
            { hour: 12.3, grams: -3000 },
          ],
        },
      ],
    ]),
  ])('%s', (_, plan) => {
    const told = swarmsIn(plan)
    expect(told.length).toBeGreaterThan(0)
    expect(told.filter(rings)).toEqual([])
    expect(told.filter(tellsOfGain).length).toBeGreaterThan(0)
  })
})

describe('a swarm rings all the same', () => {
  test.each<[string, CurvePlan]>([
    [
      'when it leaves a wet hive',
      {
        changes: [
          { hour: 10, grams: 2000, minutes: 60 },
          { hour: 12, grams: -2000, minutes: 20 },
        ],
      },
    ],
    [
      'when it leaves slowly after a light rain',
      {
        changes: [
          { hour: 10, grams: 400, minutes: 30 },
          { hour: 12, grams: -1400, minutes: 30 },
        ],
      },
    ],
    [
      'when it leaves in one step after a much heavier super',
      {
        everyMinutes: 15,
        changes: [
          { hour: 10.5, grams: 20_000 },
          { hour: 12.02, grams: -2000, minutes: 10 },
        ],
      },
    ],
  ])('%s', (_, plan) => {
    const told = swarmsIn(plan)
    expect(told.some(rings)).toBe(true)
    expect(told.at(-1)).toMatchObject({ status: 'confirmed' })
    expect(rings(told.at(-1)!)).toBe(true)
    expect(told.some(tellsOfGain)).toBe(false)
  })
})

test('it is 0, or from half of the loss to twice as much', () => {
  const grams = fc.integer({ min: 0, max: 8000 })
  fc.assert(
    fc.property(grams, grams, grams, fc.integer({ min: 0, max: 5400 }), (gained, lost, step, seconds) => {
      const startedAt = atHour(12)
      const deepestAt = startedAt + seconds
      const episode = {
        ...newEpisode(startedAt, 40_000, 1000, 300),
        startedAt,
        deepestAt,
        largestStepGrams: step % 1001,
      }
      const buckets = {
        gain: { ...emptyBucket(), milligrams: gained * 1000 },
        loss: { ...emptyBucket(), milligrams: lost * 1000 },
      }
      const known = gainedBefore(buckets, episode, { time: deepestAt }, curveSettings)
      expect(known === 0 || (known >= 500 && known <= 2000)).toBe(true)
      if (gained === 0) expect(known).toBe(0)
    }),
  )
})
