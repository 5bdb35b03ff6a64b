import { expect, test } from 'vitest'
import type { Detection } from '#domain/alerts/detection.ts'
import { atHour, type CurvePlan, curveSettings, weightCurve } from '../../../../tests/support/samples/weight-curve.ts'
import { RINGING_CONFIDENCE_PERCENT } from '../../../domain/alerts/alarm-types.ts'
import { initialState, runDetectors } from './run-detectors.ts'

const rings = ({ confidencePercent }: Detection) => confidencePercent >= RINGING_CONFIDENCE_PERCENT

function disturbances(plan: CurvePlan): Detection[] {
  return runDetectors(initialState(), weightCurve(plan), curveSettings).detections.filter(
    ({ type }) => type === 'disturbance',
  )
}

test.each<[string, CurvePlan, number, string]>([
  ['removed by day: two readings', { toHour: 12, changes: [{ hour: 10, grams: -39_000 }] }, 10 + 5 / 60, 'removed'],
  ['removed at night: one reading', { toHour: 24, changes: [{ hour: 23, grams: -39_000 }] }, 23, 'removed'],
  ['removed before dawn', { toHour: 6, changes: [{ hour: 4, grams: -39_000 }] }, 4, 'removed'],
  ['tipped, a third left', { toHour: 12, changes: [{ hour: 10, grams: -28_000 }] }, 10 + 5 / 60, 'removed'],
  ['12 kg gone at once by night', { toHour: 24, changes: [{ hour: 23, grams: -12_000 }] }, 23, 'bigStep'],
  ['hourly readings', { everyMinutes: 60, toHour: 14, changes: [{ hour: 9.5, grams: -39_000 }] }, 11, 'removed'],
])('%s', (_, plan, hour, code) => {
  const found = disturbances(plan)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ status: 'open', detectedAt: atHour(hour), endedAt: null })
  expect(found[0]!.why[0]!.code).toBe(code)
  expect(found[0]!.confidencePercent).toBeGreaterThanOrEqual(RINGING_CONFIDENCE_PERCENT)
})

test('removing supers by day is told, but does not ring', () => {
  const found = disturbances({ toHour: 12, changes: [{ hour: 10, grams: -12_000 }] })
  expect(found).toMatchObject([{ status: 'open', detectedAt: atHour(10 + 5 / 60), endedAt: null }])
  expect(found[0]!.confidencePercent).toBeLessThan(RINGING_CONFIDENCE_PERCENT)
})

test('how large the step was does not change with what the hive loses later', () => {
  const robbed = { hour: 13, grams: -6000, minutes: 240 }
  const [found] = disturbances({ grams: 60_000, noiseGrams: 0, changes: [{ hour: 10, grams: -12_000 }, robbed] })
  expect(found).toMatchObject({ weightChangeGrams: -12_000, why: [{ code: 'bigStep', values: { kg: 12 } }] })
})

test.each<[string, CurvePlan]>([
  ['9 kg taken', { changes: [{ hour: 10, grams: -9000 }] }],
  [
    '12 kg taken in two goes',
    {
      changes: [
        { hour: 10, grams: -6000 },
        { hour: 10.2, grams: -6000 },
      ],
    },
  ],
  ['one reading near zero by day', { spikes: [{ hour: 10, grams: -39_000 }] }],
  [
    'somebody stepped on and off',
    {
      changes: [
        { hour: 10, grams: 30_000 },
        { hour: 10.3, grams: -30_000 },
      ],
    },
  ],
  ['an empty scale', { grams: 3000, changes: [{ hour: 10, grams: -2900 }] }],
  ['a spike of 1.35 kg at night', { spikes: [{ hour: 2, grams: -1350 }] }],
])('nothing: %s', (_, plan) => {
  expect(disturbances(plan)).toEqual([])
})

test('it closes by itself when the weight returns', () => {
  const found = disturbances({
    changes: [
      { hour: 10, grams: -39_000 },
      { hour: 15, grams: 38_000 },
    ],
  })
  expect(found).toMatchObject([{ status: 'closed', endedAt: atHour(15) }])
  expect(found[0]!.why.at(-1)!.code).toBe('returned')
})

test('it ends after a week when the hive never returns', () => {
  const found = disturbances({ everyMinutes: 60, toHour: 24 * 9, changes: [{ hour: 10, grams: -39_000 }] })
  expect(found).toMatchObject([{ status: 'closed', endedAt: atHour(9 + 24 * 7) }])
  expect(found[0]!.why.at(-1)!.code).toBe('staysAway')
})

test('while somebody works on the hive it is told quietly, and rings if the weight is still gone after an hour', () => {
  const working = {
    changes: [
      { hour: 9.8, grams: -2000 },
      { hour: 10, grams: -37_000 },
    ],
  }
  expect(disturbances({ toHour: 10.5, ...working })[0]!.confidencePercent).toBeLessThan(RINGING_CONFIDENCE_PERCENT)
  const later = disturbances({ toHour: 11.5, ...working })[0]!
  expect(later.confidencePercent).toBeGreaterThanOrEqual(RINGING_CONFIDENCE_PERCENT)
  expect(later.why.map(({ code }) => code)).toContain('stillAway')
})

const goesAndComes = (times: number): CurvePlan['changes'] =>
  Array.from({ length: times }, (_, at) => [
    { hour: 22 + at / 4, grams: -39_000 },
    { hour: 22 + at / 4 + 1 / 12, grams: 39_000 },
  ]).flat()
const loudAfter = (changes: CurvePlan['changes'], hour: number) =>
  disturbances({ toHour: 26, changes: changes! }).filter(
    ({ confidencePercent, startedAt }) => confidencePercent >= RINGING_CONFIDENCE_PERCENT && startedAt >= atHour(hour),
  )

test('a scale that loses its hive and finds it again all night, as with a broken cable, rings twice', () => {
  expect(loudAfter(goesAndComes(15), 21)).toHaveLength(2)
})

test('a hive that was lifted once at night rings at once when it is carried away, and after more lifts within the hour', () => {
  const carriedAway = { hour: 23, grams: -39_000 }
  expect(loudAfter([...goesAndComes(1)!, carriedAway], 22.8)).toMatchObject([{ detectedAt: atHour(23) }])
  expect(loudAfter([...goesAndComes(3)!, carriedAway], 22.8)).toMatchObject([{ detectedAt: atHour(23 + 1 / 12) }])
})

const afterSupers = (hours: number, grams = 40_000): CurvePlan => ({
  grams,
  toHour: 24,
  changes: [
    { hour: 10, grams: -0.4 * grams },
    { hour: 10 + hours, grams: -0.58 * grams },
  ],
})

test.each<[string, CurvePlan, number]>([
  ['hours later', afterSupers(4), 14 + 5 / 60],
  ['at night', afterSupers(13), 23],
])('a hive carried off %s, after supers were removed, rings', (_, plan, hour) => {
  const found = disturbances({ ...plan, toHour: hour })
  expect(found).toMatchObject([{ status: 'open', startedAt: atHour(10) - 300, detectedAt: atHour(hour) }])
  expect(found[0]!.why).toEqual(expect.arrayContaining([{ code: 'removed', values: { kg: 0.8 } }]))
  expect(found[0]!.confidencePercent).toBeGreaterThanOrEqual(RINGING_CONFIDENCE_PERCENT)
})

test.each([5, 10, 20])(
  'one taken apart, its supers %i minutes before, rings if it is still away after an hour',
  (minutes) => {
    const plan = afterSupers(minutes / 60)
    const awayFor = (hours: number) => disturbances({ ...plan, toHour: 10 + minutes / 60 + hours })
    expect(awayFor(0.9).filter(rings)).toEqual([])
    expect(awayFor(1.2).filter(rings)).toMatchObject([{ status: 'open', endedAt: null }])
    const back = { hour: 10.75, grams: 39_000 }
    const put = disturbances({ ...plan, changes: [...plan.changes!, back] })
    expect(put.filter(rings)).toEqual([])
    expect(put).toMatchObject([{ status: 'closed', endedAt: atHour(10.75) }])
  },
)

test('a step at night, after supers were removed by day, rings', () => {
  const changes = [
    { hour: 10, grams: -15_000 },
    { hour: 23, grams: -12_000 },
  ]
  const found = disturbances({ grams: 60_000, toHour: 24, changes })
  expect(found).toMatchObject([{ status: 'open', startedAt: atHour(10) - 300, detectedAt: atHour(23) }])
  expect(found[0]!.why).toEqual([{ code: 'bigStep', values: { kg: 12 } }, { code: 'night' }])
  expect(found.filter(rings)).toHaveLength(1)
})

test('a hive back on its scale without its heavy supers has returned', () => {
  const found = disturbances({
    ...{ grams: 60_000, toHour: 13 },
    changes: [
      { hour: 10, grams: -33_000 },
      { hour: 10.25, grams: -26_000 },
      { hour: 10.5, grams: 26_000 },
    ],
  })
  expect(found.filter(rings)).toEqual([])
  expect(found).toMatchObject([
    { status: 'closed', endedAt: atHour(10.5), weightChangeGrams: expect.closeTo(-26_000, -2) },
  ])
})

test('one reading near zero by day does not make removed supers a removed hive', () => {
  const found = disturbances({
    toHour: 15,
    changes: [{ hour: 10, grams: -12_000 }],
    spikes: [{ hour: 14, grams: -27_000 }],
  })
  expect(found.filter(rings)).toEqual([])
})
