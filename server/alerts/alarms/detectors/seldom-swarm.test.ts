import { describe, expect, test } from 'vitest'
import type { Detection } from '#domain/alerts/detection.ts'
import { atHour, type CurvePlan, curveSettings, weightCurve } from '../../../../tests/support/samples/weight-curve.ts'
import type { DetectorSettings, Sample } from './detector.ts'
import { initialState, runDetectors } from './run-detectors.ts'
import { isLoud } from './swarm-signs.ts'

type Told = Detection & { at: number }
const DAYS_BEFORE = 4

/** Every form in which a swarm of a hive with four quiet days was told, reading by reading. */
function swarmsIn(samples: readonly Sample[], settings: DetectorSettings = curveSettings): Told[] {
  let state = initialState()
  const told: Told[] = []
  for (const sample of samples) {
    const run = runDetectors(state, [sample], settings)
    state = run.state
    for (const detection of run.detections) if (detection.type === 'swarm') told.push({ ...detection, at: sample.time })
  }
  return told
}

/** Hours count from the midnight after the quiet days. */
function afterDays({ changes = [], spikes = [], ...plan }: CurvePlan): Sample[] {
  const later = <Moment extends { hour: number }>(moment: Moment) => ({
    ...moment,
    hour: moment.hour + 24 * DAYS_BEFORE,
  })
  return weightCurve({
    ...plan,
    noiseGrams: plan.noiseGrams ?? 60,
    toHour: 24 * (DAYS_BEFORE + 2),
    changes: changes.map(later),
    spikes: spikes.map(later),
  })
}
const hour = (hours: number) => atHour(24 * DAYS_BEFORE + hours)

describe('a swarm rings at the second reading after it', () => {
  test.each([
    [30, 1500],
    [60, 1300],
    [90, 2000],
    [120, 1600],
    [120, 3000],
    [180, 2000],
    [360, 2200],
  ])('read every %i minutes, %i g', (everyMinutes, grams) => {
    const told = swarmsIn(afterDays({ everyMinutes, changes: [{ hour: 12.5, grams: -grams, minutes: 20 }] }))
    const last = told.at(-1)!
    expect(last.status).toBe('confirmed')
    expect(isLoud(last.confidencePercent)).toBe(true)
    expect(Math.abs(last.weightChangeGrams + grams)).toBeLessThan(200)
    expect(last.startedAt).toBeLessThanOrEqual(hour(12.5))
    expect(last.at - hour(12.5)).toBeLessThanOrEqual(2 * everyMinutes * 60)
    expect(last.why.map(({ code }) => code)).toContain('sparse')
    expect(told.slice(0, -1).some(({ confidencePercent }) => isLoud(confidencePercent))).toBe(false)
    expect(new Set(told.map(({ startedAt }) => startedAt)).size).toBe(1)
  })
})

test('a swarm that is still leaving at a reading rings at the third one', () => {
  const told = swarmsIn(afterDays({ everyMinutes: 60, changes: [{ hour: 12.7, grams: -2400, minutes: 30 }] }))
  const last = told.at(-1)!
  expect(last).toMatchObject({ status: 'confirmed', startedAt: hour(12), at: hour(15) })
  expect(isLoud(last.confidencePercent)).toBe(true)
  expect(Math.abs(last.weightChangeGrams + 2400)).toBeLessThan(200)
})

test('a loss from the weather right before it does not hide a swarm', () => {
  const told = swarmsIn(
    afterDays({
      everyMinutes: 180,
      noiseGrams: 0,
      changes: [
        { hour: 10, grams: -800, minutes: 60 },
        { hour: 13, grams: -2800, minutes: 20 },
      ],
    }),
  )
  expect(told.at(-1)).toMatchObject({ status: 'confirmed', at: hour(18) })
  expect(told.at(-1)!.weightChangeGrams).toBeLessThan(-2800)
  expect(isLoud(told.at(-1)!.confidencePercent)).toBe(true)
})

test('out of season, and at hours when few leave, it is less sure and says so', () => {
  const told = (at: number, settings = curveSettings) =>
    swarmsIn(afterDays({ everyMinutes: 60, changes: [{ hour: at, grams: -1500, minutes: 20 }] }), settings).at(-1)!
  const codes = ({ why }: Detection) => why.map(({ code }) => code)
  expect(codes(told(12.2))).not.toContain('unusualTime')
  for (const unusual of [told(12.2, { ...curveSettings, latitude: -47 }), told(17.2)]) {
    expect(codes(unusual)).toContain('unusualTime')
    expect(unusual.confidencePercent).toBeLessThan(told(12.2).confidencePercent)
  }
})

describe('no swarm rings', () => {
  const foraging = (days: number, everyMinutes: number, grams: number): Sample[] =>
    weightCurve({ everyMinutes, toHour: days * 24, noiseGrams: 30 }).map(({ time, weightGrams }) => {
      const since = ((time - atHour(0)) / 3600) % 24
      const out = since >= 9 && since < 18 ? Math.min(1, (since - 9) / 2) : 0
      return { time, weightGrams: weightGrams - Math.round(out * grams) }
    })

  test.each<[string, Sample[]]>([
    ['when one reading sticks out', afterDays({ everyMinutes: 120, spikes: [{ hour: 12, grams: -2000 }] })],
    [
      'when honey is taken',
      afterDays({ everyMinutes: 180, grams: 60_000, changes: [{ hour: 11, grams: -14_000, minutes: 30 }] }),
    ],
    [
      'when a super is lifted off and put back',
      afterDays({
        everyMinutes: 120,
        changes: [
          { hour: 11.5, grams: -4500 },
          { hour: 12.2, grams: 4500 },
        ],
      }),
    ],
    [
      'when robbers come for three hours, read hourly',
      afterDays({ everyMinutes: 60, changes: [{ hour: 11.6, grams: -4500, minutes: 180 }] }),
    ],
    [
      'when robbers come for two hours, read every half hour',
      afterDays({ everyMinutes: 30, changes: [{ hour: 11.6, grams: -2500, minutes: 120 }] }),
    ],
    ...[12, 12.6, 13.4].flatMap((from) =>
      [30, 45, 60].map((everyMinutes): [string, Sample[]] => [
        `when robbers take a kilogram per hour from ${from} h on, for five hours, read every ${everyMinutes} minutes`,
        afterDays({ everyMinutes, changes: [{ hour: from, grams: -5000, minutes: 300 }] }),
      ]),
    ),
    ['at night', afterDays({ everyMinutes: 120, changes: [{ hour: 22.5, grams: -2000, minutes: 20 }] })],
    ['when foragers leave as on every day', foraging(6, 180, 1500)],
  ])('%s', (_, samples) => {
    expect(swarmsIn(samples).filter((one) => one.status !== 'withdrawn' && isLoud(one.confidencePercent))).toEqual([])
  })

  test('and what goes on after the loss is not told as lost before it', () => {
    const told = swarmsIn(afterDays({ everyMinutes: 30, changes: [{ hour: 13, grams: -5000, minutes: 300 }] }))
    const reasons = told.flatMap(({ why }) => why)
    expect(reasons.map(({ code }) => code)).toContain('keepsFalling')
    expect(reasons).not.toContainEqual({ code: 'losingBefore', values: { kg: 0 } })
  })

  test('after most of a day without readings', () => {
    const samples = afterDays({ everyMinutes: 180, changes: [{ hour: 12, grams: -2000, minutes: 20 }] })
    const silent = samples.filter(({ time }) => time <= hour(9) || time >= hour(24))
    expect(swarmsIn(silent)).toEqual([])
  })
})

test('without a previous day the same loss is told, but does not ring', () => {
  const young = weightCurve({ everyMinutes: 180, toHour: 30, changes: [{ hour: 12.5, grams: -2000, minutes: 20 }] })
  const told = swarmsIn(young)
  expect(told.at(-1)?.status).toBe('confirmed')
  expect(told.some(({ confidencePercent }) => isLoud(confidencePercent))).toBe(false)
})

test('a scale that was silent lately rings, unless it lost the same on the day that is known', () => {
  const changes = [{ hour: 12.5, grams: -2000, minutes: 20 }]
  const silentUntil = (foragersGrams: number) =>
    afterDays({ everyMinutes: 180, changes })
      .map(({ time, weightGrams }) => {
        const isOut = time < hour(0) && (((time - hour(0)) % 86_400) + 86_400) % 86_400 >= 12.5 * 3600
        return { time, weightGrams: weightGrams - (isOut ? foragersGrams : 0) }
      })
      .filter(({ time }) => time < hour(-48) || time > hour(-6))
  const rings = (samples: Sample[]) =>
    swarmsIn(samples).some((one) => isLoud(one.confidencePercent) && one.startedAt > hour(0))
  expect([rings(silentUntil(0)), rings(silentUntil(1500))]).toEqual([true, false])
})

describe('a frequently read scale that was silent for hours', () => {
  const silentFrom = (from: number, to: number, plan: CurvePlan) =>
    afterDays(plan).filter(({ time }) => time <= hour(from) || time >= hour(to))

  test.each([
    [5, 2],
    [5, 3],
    [15, 3],
    [10, 6],
  ])('read every %i minutes, silent for %i hours, rings with the second reading after them', (everyMinutes, hours) => {
    const changes = [{ hour: 12.5, grams: -2000, minutes: 20 }]
    const told = swarmsIn(silentFrom(12, 12 + hours, { everyMinutes, changes }))
    const first = told.find(({ confidencePercent }) => isLoud(confidencePercent))
    expect(first?.at).toBe(hour(12 + hours) + everyMinutes * 60)
  })

  test.each<[string, CurvePlan]>([
    ['foragers that left meanwhile', { changes: [{ hour: 8.5, grams: -1000, minutes: 120 }] }],
    ['a single reading after them that sticks out', { spikes: [{ hour: 11.5, grams: -1350 }] }],
  ])('does not ring for %s', (_, plan) => {
    const told = swarmsIn(silentFrom(8.4, 11.5, { everyMinutes: 5, ...plan }))
    expect(told.filter(({ confidencePercent }) => isLoud(confidencePercent))).toEqual([])
  })
})

test('a loss that returns by the second reading is withdrawn if it was told', () => {
  const samples = afterDays({
    everyMinutes: 120,
    noiseGrams: 20,
    changes: [
      { hour: 12.5, grams: -2600, minutes: 20 },
      { hour: 14.5, grams: 2500 },
    ],
  })
  expect(swarmsIn(samples).at(-1)?.status).toBe('withdrawn')
})

test('alarm hours apply to the whole span: one that only ends or begins in them may contain a swarm', () => {
  const samples = afterDays({ everyMinutes: 360, changes: [{ hour: 9, grams: -2500, minutes: 20 }] })
  const at = (alarmFromHour: number, alarmToHour: number) =>
    swarmsIn(samples, { ...curveSettings, alarmFromHour, alarmToHour }).length > 0
  expect([at(8, 19), at(11, 13), at(6, 7), at(13, 19), at(1, 5), at(22, 2)]).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
  expect([at(0, 24), at(0, 0)], 'all day, and never').toEqual([true, false])
})

test.each<[string, string, CurvePlan['changes']]>([
  ['keepsFalling', 'robbing that goes on', [{ hour: 12, grams: -8000, minutes: 160 }]],
  [
    'handled',
    'honey taken an hour later',
    [
      { hour: 12.5, grams: -1300, minutes: 20 },
      { hour: 13.5, grams: -9000 },
    ],
  ],
  [
    'cameBack',
    'a weight that comes back',
    [
      { hour: 12.5, grams: -1300, minutes: 20 },
      { hour: 13.5, grams: 1300 },
    ],
  ],
])('withdrawn because of %s: %s', (code, _, changes) => {
  const last = swarmsIn(afterDays({ everyMinutes: 60, changes: changes! })).at(-1)!
  expect(last.status).toBe('withdrawn')
  expect(last.why.map((reason) => reason.code)).toContain(code)
  expect(last.why.some((reason) => reason.code === 'cameBack')).toBe(code === 'cameBack')
})
