import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Detection } from '#domain/alerts/detection.ts'
import { atHour, type CurvePlan, curveSettings, weightCurve } from '../../../../tests/support/samples/weight-curve.ts'
import { RINGING_CONFIDENCE_PERCENT } from '../../../domain/alerts/alarm-types.ts'
import { assessAlarm } from './assess-alarm.ts'
import { initialState, runDetectors } from './run-detectors.ts'

/** Every form in which a swarm was told, reading by reading. */
function swarmHistory(plan: CurvePlan, settings = curveSettings): (Detection & { at: number })[] {
  let state = initialState()
  const told: (Detection & { at: number })[] = []
  for (const sample of weightCurve(plan)) {
    const run = runDetectors(state, [sample], settings)
    state = run.state
    for (const detection of run.detections) if (detection.type === 'swarm') told.push({ ...detection, at: sample.time })
  }
  return told
}

const rings = ({ status, confidencePercent }: Detection) =>
  status !== 'withdrawn' && confidencePercent >= RINGING_CONFIDENCE_PERCENT
const codes = (detection: Detection | undefined) => detection?.why.map(({ code }) => code)

describe('a swarm rings within 20 minutes and is confirmed after an hour', () => {
  test.each<[string, CurvePlan, number]>([
    ['2.6 kg in 20 minutes', { changes: [{ hour: 12, grams: -2600, minutes: 20 }] }, -2600],
    ['1.87 kg in 21 minutes', { changes: [{ hour: 13.2, grams: -1870, minutes: 21 }] }, -1870],
    ['2 kg from 10:11 to 10:26', { changes: [{ hour: 10 + 11 / 60, grams: -2000, minutes: 15 }] }, -2000],
    ['1 kg in 15 minutes', { changes: [{ hour: 11, grams: -1000, minutes: 15 }] }, -1000],
    ['3.5 kg in 25 minutes', { changes: [{ hour: 15, grams: -3500, minutes: 25 }] }, -3500],
    [
      '2 kg in 20 minutes, read every 10',
      { everyMinutes: 10, changes: [{ hour: 12, grams: -2000, minutes: 20 }] },
      -2000,
    ],
  ])('%s', (_, plan, grams) => {
    const told = swarmHistory(plan)
    const start = atHour(plan.changes![0]!.hour)
    const first = told.find(rings)
    expect(first?.status).toBe('provisional')
    expect(first!.at - start).toBeLessThanOrEqual(20 * 60)
    const last = told.at(-1)!
    expect(last.status).toBe('confirmed')
    expect(rings(last)).toBe(true)
    expect(Math.abs(last.weightChangeGrams - grams)).toBeLessThan(60)
    expect(last.endedAt! - last.detectedAt).toBe(3600)
    expect(new Set(told.map(({ startedAt }) => startedAt)).size).toBe(1)
    expect(Math.abs(last.startedAt - start)).toBeLessThanOrEqual((plan.everyMinutes ?? 5) * 60)
  })
})

describe('read every 10 minutes, a third reading must confirm it', () => {
  const leaves = (hour: number, minutes = 20): CurvePlan => ({
    everyMinutes: 10,
    changes: [{ hour, grams: -2000, minutes }],
  })
  const inMay = 47
  const inNovember = -47
  test.each<[string, CurvePlan, number | null, number]>([
    ['not in season and at noon', leaves(12), inMay, 20],
    ['not where nobody said in which part of the world it is', leaves(12), null, 20],
    ['where it is autumn', leaves(12), inNovember, 30],
    ['in the morning', leaves(9), inMay, 30],
    ['in the evening', leaves(17.5), inMay, 30],
    ['after a loss in one step', leaves(12 + 1 / 60, 5), inMay, 29],
  ])('%s', (_, plan, latitude, minutes) => {
    const first = swarmHistory(plan, { ...curveSettings, latitude }).find(rings)
    expect(first!.at - atHour(plan.changes![0]!.hour)).toBe(minutes * 60)
    const isUnusual = minutes === 30
    expect(codes(first)!.includes('unusualTime')).toBe(isUnusual && latitude === inNovember)
  })

  test('what hands put back by then stays quiet', () => {
    const changes = [
      { hour: 12, grams: -1500 },
      { hour: 12.3, grams: 1500 },
    ]
    expect(swarmHistory({ everyMinutes: 10, changes }).filter(rings)).toEqual([])
  })
})

describe('read every 10 minutes, a single reading may be told silently', () => {
  const inMay = curveSettings.latitude
  const light = (grams: number, hour = 12, plan: CurvePlan = {}): CurvePlan => ({
    everyMinutes: 10,
    ...plan,
    spikes: [...(plan.spikes ?? []), { hour, grams: -grams }],
  })
  const withdrawn = ['provisional', 'withdrawn']

  test.each<[string, CurvePlan, number | null, string[]]>([
    ['in the height of the season, about noon', light(900), inMay, withdrawn],
    ['at 15 minutes', light(900, 12, { everyMinutes: 15 }), inMay, withdrawn],
    ['not at 7 minutes', light(900, 11.9, { everyMinutes: 7 }), inMay, []],
    ['not where it is autumn', light(900), -47, []],
    ['not where there is no season', light(900), 10, []],
    ['nor where nobody said in which part of the world it is', light(900), null, []],
    ['not in the morning', light(900, 10), inMay, []],
    ['not in the evening', light(900, 16.5), inMay, []],
    ['not of more than swarms weigh', light(3200), inMay, []],
    [
      'not after a reading that was too heavy, for a fault of the scale may be as large',
      light(900, 12, { spikes: [{ hour: 12 - 1 / 6, grams: 60 }] }),
      inMay,
      [],
    ],
    [
      'a larger one also after such a reading',
      light(1900, 12, { spikes: [{ hour: 12 - 1 / 6, grams: 60 }] }),
      inMay,
      withdrawn,
    ],
    ['not after hands put something on', light(900, 12, { changes: [{ hour: 11.8, grams: 1600 }] }), inMay, []],
    [
      'once in four hours, for a scale that has a fault has more of them',
      light(900, 14, { spikes: [{ hour: 12, grams: -900 }] }),
      inMay,
      withdrawn,
    ],
  ])('%s', (_, plan, latitude, statuses) => {
    const told = swarmHistory(plan, { ...curveSettings, latitude })
    expect(told.map(({ status }) => status)).toEqual(statuses)
    expect(told.filter(rings)).toEqual([])
    expect(told.every((detection) => codes(detection)!.includes('oneReading'))).toBe(true)
    expect(told.map((detection) => codes(detection)!.includes('cameBack'))).toEqual(told.map((_one, at) => at === 1))
  })

  test('the second reading makes it as sure as if the first had told nothing, and becomes its time of detection', () => {
    const plan: CurvePlan = { everyMinutes: 10, changes: [{ hour: 12.02, grams: -2600, minutes: 20 }] }
    const [first, second, ...others] = swarmHistory(plan)
    const untold = swarmHistory(plan, { ...curveSettings, latitude: null })
    expect(first).toMatchObject({ status: 'provisional', confidencePercent: 20, detectedAt: atHour(12 + 1 / 6) })
    expect([second, ...others]).toEqual(untold)
    expect(second).toMatchObject({ startedAt: first!.startedAt, detectedAt: atHour(12 + 2 / 6) })
    expect(codes(second)).not.toContain('oneReading')
  })

  test('a second reading that shows no more is told all the same', () => {
    const told = swarmHistory({ everyMinutes: 10, noiseGrams: 0, changes: [{ hour: 12.1, grams: -1800 }] })
    expect(told.slice(0, 2).map(({ detectedAt }) => detectedAt)).toEqual([atHour(12 + 1 / 6), atHour(12 + 2 / 6)])
    expect(told.at(-1)!.status).toBe('confirmed')
  })

  test('a loss that begins right after one that was withdrawn is another alarm', () => {
    const half = { hour: 12 + 1 / 6, grams: -300 }
    const told = swarmHistory({
      everyMinutes: 10,
      changes: [half, { hour: 12.34, grams: -1700, minutes: 10 }],
      spikes: [{ hour: 12, grams: -1000 }],
    })
    const names = new Set(told.map(({ startedAt }) => startedAt))
    expect(told.slice(0, 2).map(({ status }) => status)).toEqual(withdrawn)
    expect(names.size).toBe(2)
    expect(told.at(-1)!.status).toBe('confirmed')
  })

  test('what a scale leaves open when it goes silent is withdrawn, though nothing came back', () => {
    let state = initialState()
    const told: Detection[] = []
    const curve = weightCurve({ everyMinutes: 10, changes: [{ hour: 12.1, grams: -1200 }] })
    for (const sample of curve.filter(({ time }) => time < atHour(12.2) || time > atHour(15))) {
      const run = runDetectors(state, [sample], curveSettings)
      state = run.state
      told.push(...run.detections)
    }
    expect(told.map(({ status, why }) => [status, why.map(({ code }) => code)])).toEqual([
      ['provisional', ['dropped', 'oneReading']],
      ['withdrawn', ['dropped', 'oneReading']],
    ])
  })
})

test('bees that leave in pieces outweigh boxes lifted and noted nearby, even if they are many', () => {
  const boxesLifted = [3000, -2500].map((changeGrams, at) => ({ scaleId: 2, time: atHour(12.2 + at / 4), changeGrams }))
  const confirmed = (grams: number, everyMinutes: number, minutes = 30) => {
    const told = swarmHistory({ everyMinutes, changes: [{ hour: 12, grams, minutes }] })
    const beside = { neighborJumps: boxesLifted, interventionTimes: [atHour(12.5)] }
    const { confidencePercent } = assessAlarm(told.at(-1)!, beside)
    return confidencePercent >= RINGING_CONFIDENCE_PERCENT
  }
  expect(confirmed(-2500, 10)).toBe(true)
  expect(confirmed(-4400, 10)).toBe(true)
  expect(confirmed(-4400, 10, 5), 'in one step').toBe(false)
  expect(confirmed(-4400, 5), 'where finer readings would tell more').toBe(false)
})

test('foragers leaving in the morning are not the beginning of a swarm', () => {
  const leaving = { hour: 10, grams: -600, minutes: 120 }
  const spike = (everyMinutes: number) =>
    swarmHistory({ everyMinutes, changes: [leaving], spikes: [{ hour: 11.5, grams: -1350 }] })
  expect(spike(10).map(({ status }) => status)).toEqual(['provisional', 'withdrawn'])
  expect(spike(10).filter(rings)).toEqual([])
  expect(spike(5)).toEqual([])
  const swarm = swarmHistory({ everyMinutes: 10, changes: [leaving, { hour: 11.4, grams: -2000, minutes: 20 }] })
  expect(swarm.some(rings), 'but a swarm among them is').toBe(true)
})

test('while a swarm leaves, each reading tells what it has taken so far', () => {
  const told = swarmHistory({ everyMinutes: 2, changes: [{ hour: 12, grams: -2600, minutes: 20 }] })
  const provisional = told.filter(({ status }) => status === 'provisional')
  const losses = provisional.map(({ weightChangeGrams }) => -weightChangeGrams)
  expect(losses).toEqual(losses.toSorted((a, b) => a - b))
  expect(losses.length).toBeGreaterThan(5)
  expect(losses.at(-1)).toBeGreaterThan(2400)
  const late = provisional.filter(({ at }) => at > atHour(12.75))
  expect(late, 'and not again where nothing is new').toEqual([])
})

describe('nothing is told', () => {
  test.each<[string, CurvePlan]>([
    ['a spike of 1.35 kg upward', { spikes: [{ hour: 12, grams: 1350 }] }],
    ['a spike of 1.35 kg downward', { spikes: [{ hour: 12, grams: -1350 }] }],
    ['the same at 10 minutes, but in the morning', { everyMinutes: 10, spikes: [{ hour: 9, grams: -1350 }] }],
    ['an upward spike between hourly readings', { everyMinutes: 60, spikes: [{ hour: 12, grams: 1350 }] }],
    ['foragers leaving', { changes: [{ hour: 8.5, grams: -900, minutes: 90 }] }],
    ['a loss of half a kilogram', { changes: [{ hour: 12, grams: -500, minutes: 15 }] }],
    ['a swarm-like loss at night', { changes: [{ hour: 3, grams: -2000, minutes: 20 }] }],
    ['feeding', { changes: [{ hour: 10, grams: 3000 }] }],
    ['honey taken in one go', { grams: 60_000, changes: [{ hour: 10, grams: -18_000 }] }],
    ['a hive carried away', { changes: [{ hour: 10, grams: -40_000 }] }],
    ['an empty scale', { grams: 1500, changes: [{ hour: 12, grams: -1000, minutes: 20 }] }],
  ])('%s', (_, plan) => {
    expect(swarmHistory(plan)).toEqual([])
  })
})

describe('hands are told quietly', () => {
  test.each<[string, CurvePlan, string]>([
    ['a lid left off', { changes: [{ hour: 12, grams: -1800 }] }, 'oneStep'],
    [
      'a lid off, then on again with more',
      {
        changes: [
          { hour: 12, grams: -1800 },
          { hour: 12.4, grams: 2900 },
        ],
      },
      'roseToo',
    ],
    [
      'a loss right after a box went on',
      {
        changes: [
          { hour: 11.7, grams: 2500 },
          { hour: 12, grams: -1500, minutes: 20 },
        ],
      },
      'roseToo',
    ],
    [
      'an inspection that begins with two falls',
      {
        changes: [
          { hour: 12, grams: -1500 },
          { hour: 12.1, grams: -1200 },
          { hour: 12.3, grams: 2700 },
        ],
      },
      'roseToo',
    ],
    [
      'a hive lifted soon after',
      {
        changes: [
          { hour: 12, grams: -1500, minutes: 10 },
          { hour: 12.3, grams: -36_000 },
          { hour: 12.5, grams: 37_500 },
        ],
      },
      'handled',
    ],
  ])('%s', (_, plan, code) => {
    const told = swarmHistory(plan)
    expect(told.length).toBeGreaterThan(0)
    expect(told.filter((detection) => rings(detection) && detection.status === 'confirmed')).toEqual([])
    expect(told.flatMap((detection) => codes(detection) ?? [])).toContain(code)
  })

  test('and neither the lid nor the two falls ever ring', () => {
    for (const changes of [
      [{ hour: 12, grams: -1800 }],
      [
        { hour: 12, grams: -1500 },
        { hour: 12.1, grams: -1200 },
        { hour: 12.3, grams: 2700 },
      ],
    ]) {
      expect(swarmHistory({ changes }).filter(rings)).toEqual([])
    }
  })
})

test('a swarm that comes back is withdrawn, under the same name', () => {
  const told = swarmHistory({
    changes: [
      { hour: 12, grams: -2000, minutes: 20 },
      { hour: 12.6, grams: 1900, minutes: 10 },
    ],
  })
  expect(told.some(rings)).toBe(true)
  expect(told.at(-1)).toMatchObject({ status: 'withdrawn', startedAt: told[0]!.startedAt })
  expect(codes(told.at(-1))).toContain('cameBack')
})

test.each([12.7, 13, 13.1])(
  'a loss in which a box was taken at %s, too, is withdrawn, but not because the weight came back or kept falling',
  (hour) => {
    const told = swarmHistory({
      changes: [
        { hour: 12, grams: -2000, minutes: 20 },
        { hour, grams: -9000 },
      ],
    })
    expect(told.at(-1)).toMatchObject({ status: 'withdrawn' })
    expect(codes(told.at(-1))).toEqual(['dropped', 'handled'])
  },
)

describe('a second swarm within the hour', () => {
  test.each([5, 10, 15])('read every %i minutes, it rings as well and does not take back the first', (everyMinutes) => {
    const told = swarmHistory({
      everyMinutes,
      changes: [
        { hour: 12, grams: -2000, minutes: 15 },
        { hour: 12.75, grams: -1500, minutes: 20 },
      ],
    })
    expect(told.some(({ status }) => status === 'withdrawn')).toBe(false)
    const confirmed = told.filter(({ status }) => status === 'confirmed')
    expect(confirmed.filter(rings).map(({ weightChangeGrams }) => Math.round(weightChangeGrams / 100))).toEqual([
      -20, -15,
    ])
    expect(confirmed.flatMap((detection) => codes(detection))).not.toContain('handled')
    const second = told.find((detection) => detection.startedAt === confirmed[1]!.startedAt && rings(detection))
    expect(Math.abs(confirmed[1]!.startedAt - atHour(12.75))).toBeLessThanOrEqual(everyMinutes * 60)
    expect(second!.at).toBeLessThanOrEqual(atHour(12.75 + 0.5 + everyMinutes / 60))
  })

  test('whatever both weigh, a first one that rang is confirmed if the hive had stood still in between', () => {
    const grams = fc.integer({ min: 1000, max: 2900 })
    const minutes = fc.integer({ min: 16, max: 25 })
    fc.assert(
      fc.property(grams, grams, minutes, minutes, fc.integer({ min: 16, max: 40 }), (one, two, long, longer, pause) => {
        const told = swarmHistory({
          fromHour: 10,
          toHour: 15,
          changes: [
            { hour: 12, grams: -one, minutes: long },
            { hour: 12 + (long + pause) / 60, grams: -two, minutes: longer },
          ],
        })
        const ofFirst = told.filter(({ startedAt }) => startedAt === told[0]!.startedAt)
        expect(ofFirst.at(-1)!.status).toBe('confirmed')
        expect(rings(ofFirst.at(-1)!)).toBe(true)
      }),
      { numRuns: 150 },
    )
  })

  test('one reading that sticks out is none, and the first goes on to be confirmed', () => {
    const told = swarmHistory({
      changes: [{ hour: 12, grams: -2000, minutes: 20 }],
      spikes: [{ hour: 12.75, grams: -1350 }],
    })
    expect(new Set(told.map(({ startedAt }) => startedAt)).size).toBe(1)
    expect(told.at(-1)!.status).toBe('confirmed')
  })
})

test('a loss that goes on for hours is withdrawn: it is robbing', () => {
  const told = swarmHistory({ changes: [{ hour: 11, grams: -7000, minutes: 180 }] })
  expect(told.filter(rings)).toEqual([])
  expect(codes(told.at(-1))).toContain('keepsFalling')
})

describe('robbers never ring as a swarm', () => {
  const inAutumn = -47
  test.each<[string, CurvePlan, number]>([
    [
      'who out of season are as fast as bees that leave',
      { changes: [{ hour: 11, grams: -10_000, minutes: 150 }] },
      inAutumn,
    ],
    [
      'who become slower after half an hour',
      {
        changes: [
          { hour: 11, grams: -1400, minutes: 35 },
          { hour: 11 + 35 / 60, grams: -1500, minutes: 90 },
        ],
      },
      47,
    ],
    [
      'who come in bursts',
      {
        changes: [
          { hour: 11, grams: -1000, minutes: 25 },
          { hour: 11.5, grams: -4000, minutes: 100 },
        ],
      },
      47,
    ],
  ])('%s', (_, plan, latitude) => {
    const told = swarmHistory(plan, { ...curveSettings, latitude })
    expect(told.length).toBeGreaterThan(0)
    expect(told.filter(rings)).toEqual([])
    expect(codes(told.at(-1))).toContain('keepsFalling')
    const { detections } = runDetectors(initialState(), weightCurve(plan), { ...curveSettings, latitude })
    expect(detections.some((one) => one.type === 'activity' && one.weightChangeGrams < 0 && rings(one))).toBe(true)
  })

  test.each([1000, 2000, 3000])('but a swarm of %i g out of season rings as soon as it is gone', (grams) => {
    const changes = [{ hour: 12, grams: -grams, minutes: 20 }]
    const told = swarmHistory({ changes }, { ...curveSettings, latitude: inAutumn })
    expect(told.find(rings)!.at).toBeLessThanOrEqual(atHour(12.5))
    expect(told.at(-1)).toMatchObject({ status: 'confirmed' })
  })
})

test('hourly readings: quiet at the first, ringing at the second, with the reason why it is less sure', () => {
  const told = swarmHistory({ everyMinutes: 60, changes: [{ hour: 12.3, grams: -2000, minutes: 20 }] })
  expect(told.map(({ status }) => status)).toEqual(['provisional', 'confirmed'])
  expect(told.map(rings)).toEqual([false, true])
  expect(codes(told[0])).toContain('sparse')
  const nothingBeside = { neighborJumps: [], interventionTimes: [] }
  const often = swarmHistory({ changes: [{ hour: 12.3, grams: -2000, minutes: 20 }] }).at(-1)!
  expect(assessAlarm(told[1]!, nothingBeside).confidencePercent).toBeLessThan(
    assessAlarm(often, nothingBeside).confidencePercent,
  )
})

test('an hourly reading that sticks out downward never rings', () => {
  expect(swarmHistory({ everyMinutes: 60, spikes: [{ hour: 12, grams: -1350 }] }).filter(rings)).toEqual([])
})

test('an after-swarm days later is another alarm', () => {
  const told = swarmHistory({
    toHour: 24 * 9,
    changes: [
      { hour: 12, grams: -2500, minutes: 20 },
      { hour: 24 * 8 + 13, grams: -1200, minutes: 15 },
    ],
  })
  expect(told.filter(({ status }) => status === 'confirmed').length).toBe(2)
})
