import { describe, expect, test } from 'vitest'
import type { Detection } from '#domain/alerts/detection.ts'
import { atHour, type CurvePlan, curveSettings, weightCurve } from '../../../../tests/support/samples/weight-curve.ts'
import { RINGING_CONFIDENCE_PERCENT } from '../../../domain/alerts/alarm-types.ts'
import { activityLevels, bucketLevels, initialState, runDetectors } from './run-detectors.ts'

function activities(plan: CurvePlan): Detection[] {
  return runDetectors(initialState(), weightCurve(plan), curveSettings).detections.filter(
    ({ type }) => type === 'activity',
  )
}

function levelsAt(plan: CurvePlan, hour: number) {
  const run = runDetectors(initialState(), weightCurve({ ...plan, toHour: hour }), curveSettings)
  return bucketLevels(run.state, atHour(hour), curveSettings)
}

describe('buckets', () => {
  test.each<[string, CurvePlan, number, { gainGrams: number; lossGrams: number }]>([
    [
      'steps under the weight distance feed nothing',
      { noiseGrams: 0, changes: [{ hour: 7, grams: -480, minutes: 60 }] },
      8,
      { gainGrams: 0, lossGrams: 0 },
    ],
    [
      'a fall fills the loss bucket',
      { noiseGrams: 0, changes: [{ hour: 7, grams: -200 }] },
      7,
      { gainGrams: 0, lossGrams: 200 },
    ],
    [
      'a rise fills the gain bucket',
      { noiseGrams: 0, changes: [{ hour: 7, grams: 200 }] },
      7,
      { gainGrams: 200, lossGrams: 0 },
    ],
    [
      'both drain 0.3 kg an hour',
      { noiseGrams: 0, changes: [{ hour: 7, grams: 200 }] },
      7.5,
      { gainGrams: 50, lossGrams: 0 },
    ],
    [
      'and end at exactly nothing',
      { noiseGrams: 0, changes: [{ hour: 7, grams: 200 }] },
      8,
      { gainGrams: 0, lossGrams: 0 },
    ],
    [
      'a spike feeds neither',
      { noiseGrams: 0, spikes: [{ hour: 7, grams: -1350 }] },
      7.5,
      { gainGrams: 0, lossGrams: 0 },
    ],
    [
      'a swarm feeds neither',
      { noiseGrams: 0, changes: [{ hour: 12, grams: -2000, minutes: 20 }] },
      13,
      { gainGrams: 0, lossGrams: 0 },
    ],
    [
      'a removal feeds neither',
      { noiseGrams: 0, changes: [{ hour: 12, grams: -39_000 }] },
      13,
      { gainGrams: 0, lossGrams: 0 },
    ],
    [
      'nor does its return',
      {
        noiseGrams: 0,
        changes: [
          { hour: 12, grams: -39_000 },
          { hour: 13, grams: 39_000 },
        ],
      },
      14,
      { gainGrams: 0, lossGrams: 0 },
    ],
  ])('%s', (_, plan, hour, levels) => {
    expect(levelsAt(plan, hour)).toEqual(levels)
  })

  test('are drained up to the requested time', () => {
    const run = runDetectors(
      initialState(),
      weightCurve({ noiseGrams: 0, toHour: 7, changes: [{ hour: 7, grams: 200 }] }),
      curveSettings,
    )
    expect(bucketLevels(run.state, atHour(7) + 1200, curveSettings).gainGrams).toBe(100)
    expect(bucketLevels(initialState(), atHour(7), curveSettings)).toEqual({ gainGrams: 0, lossGrams: 0 })
  })

  test('give the dashboard one level per reading for the last day', () => {
    const levels = activityLevels(weightCurve({ toHour: 40, changes: [{ hour: 30, grams: 200 }] }), curveSettings)
    expect(levels).toHaveLength(288)
    expect(levels[0]!.time).toBe(atHour(16) + 300)
    expect(Math.max(...levels.map(({ gainGrams }) => gainGrams))).toBeGreaterThan(190)
  })
})

describe('robbing', () => {
  test.each<[string, CurvePlan]>([
    ['1.5 kg an hour, read every 5 minutes', { changes: [{ hour: 12, grams: -6000, minutes: 240 }] }],
    [
      '1.5 kg an hour, read every 10 minutes',
      { everyMinutes: 10, changes: [{ hour: 12, grams: -6000, minutes: 240 }] },
    ],
    ['2.5 kg an hour', { changes: [{ hour: 12, grams: -7500, minutes: 180 }] }],
    ['1.2 kg an hour, read hourly', { everyMinutes: 60, changes: [{ hour: 12, grams: -6000, minutes: 300 }] }],
  ])('rings: %s', (_, plan) => {
    const found = activities(plan)
    expect(found).toHaveLength(1)
    expect(found[0]!.why[0]!.code).toBe('losing')
    expect(found[0]!.weightChangeGrams).toBeLessThanOrEqual(-1000)
    expect(found[0]!.confidencePercent).toBeGreaterThanOrEqual(RINGING_CONFIDENCE_PERCENT)
  })

  test('is one alarm per episode, over when the bucket is below half its trigger', () => {
    const plan: CurvePlan = {
      changes: [
        { hour: 11, grams: -3000, minutes: 120 },
        { hour: 20, grams: -3000, minutes: 120 },
      ],
    }
    const found = activities({ ...plan, toHour: 40 })
    expect(found.map(({ status }) => status)).toEqual(['closed', 'closed'])
    expect(new Set(found.map(({ startedAt }) => startedAt)).size).toBe(2)
    const levels = activityLevels(weightCurve({ ...plan, toHour: 20 }), curveSettings)
    expect(levels.find(({ time }) => time === found[0]!.endedAt)!.lossGrams).toBeLessThan(500)
  })

  test('a strong flow is told quietly', () => {
    const found = activities({ changes: [{ hour: 9, grams: 8000, minutes: 480 }] })
    expect(found).toHaveLength(1)
    expect(found[0]!.why[0]!.code).toBe('gaining')
    expect(found[0]!.confidencePercent).toBeLessThan(RINGING_CONFIDENCE_PERCENT)
  })

  test('frames taken out in one go are told quietly', () => {
    const found = activities({ changes: [{ hour: 7, grams: -3000 }] })
    expect(found).toHaveLength(1)
    expect(found[0]!.confidencePercent).toBeLessThan(RINGING_CONFIDENCE_PERCENT)
    expect(found[0]!.why.map(({ code }) => code)).toContain('bySteps')
  })

  test.each([-8000, 6000])('what hands moved is told in full, though little of it fills the bucket: %i g', (grams) => {
    const found = activities({ noiseGrams: 0, grams: 80_000, changes: [{ hour: 7, grams }] })
    expect(found.map(({ weightChangeGrams }) => weightChangeGrams)).toEqual([grams])
  })

  test.each([-9000, -12_000])('rings on the day on which %i g of honey were taken', (grams) => {
    const robbed = { hour: 13, grams: -6000, minutes: 240 }
    const found = activities({ grams: 60_000, changes: [{ hour: 10, grams }, robbed] }).at(-1)!
    expect(found.confidencePercent).toBeGreaterThanOrEqual(RINGING_CONFIDENCE_PERCENT)
    expect(found.detectedAt - atHour(13)).toBeLessThanOrEqual(3600)
  })

  test('in the hours after a harvest is an alarm of its own', () => {
    const found = activities({
      toHour: 34,
      grams: 80_000,
      changes: [
        { hour: 7, grams: -8000 },
        { hour: 24 + 6, grams: -4000, minutes: 240 },
      ],
    })
    expect(found.map(({ why }) => why.some(({ code }) => code === 'bySteps'))).toEqual([true, false])
    expect(found.map(({ confidencePercent }) => confidencePercent >= RINGING_CONFIDENCE_PERCENT)).toEqual([false, true])
  })

  test('in steps of which every other one is slightly too small counts in full', () => {
    const samples = weightCurve({ toHour: 10, noiseGrams: 0 })
    let grams = 0
    const robbed = samples.map((sample, at) => {
      if (sample.time > atHour(9)) grams += at % 2 === 0 ? 55 : 46
      return { ...sample, weightGrams: sample.weightGrams - grams }
    })
    const { state } = runDetectors(initialState(), robbed, curveSettings)
    expect(grams).toBe(606)
    expect(bucketLevels(state, atHour(10), curveSettings).lossGrams).toBeGreaterThan(606 - 300 - 55)
  })

  test.each([30, 60])('read every %i minutes, an isolated step is made by hand', (everyMinutes) => {
    const found = activities({ everyMinutes, changes: [{ hour: 7.2, grams: -2000 }] })
    expect(found).toHaveLength(1)
    expect(found[0]!.why.map(({ code }) => code)).toContain('bySteps')
    expect(found[0]!.confidencePercent).toBeLessThan(RINGING_CONFIDENCE_PERCENT)
  })

  test('what remains of a lifted box is made by hand', () => {
    const found = activities({
      everyMinutes: 30,
      changes: [
        { hour: 7, grams: -8000 },
        { hour: 7.5, grams: 5500 },
      ],
    })
    expect(found.map(({ why }) => why[1]?.code)).toEqual(['bySteps'])
  })

  test('a scale shaken by the wind does not ring', () => {
    const loud = activities({ noiseGrams: 90 }).filter((found) => found.confidencePercent >= RINGING_CONFIDENCE_PERCENT)
    expect(loud).toEqual([])
  })
})

test('wind that lifts slowly and drops fast is told, but does not ring', () => {
  const gusts = weightCurve({ fromHour: 8, toHour: 18, noiseGrams: 0 }).map(({ time, weightGrams }, at) => ({
    time,
    weightGrams: weightGrams + (at % 6) * 48,
  }))
  const { detections } = runDetectors(initialState(), gusts, curveSettings)
  const [wind] = detections.filter(({ type }) => type === 'activity')
  expect(wind?.weightChangeGrams).toBeLessThan(0)
  expect(wind?.why.map(({ code }) => code)).toContain('bothWays')
  expect(wind!.confidencePercent).toBeLessThan(RINGING_CONFIDENCE_PERCENT)
})
