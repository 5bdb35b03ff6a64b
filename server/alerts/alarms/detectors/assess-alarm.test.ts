import { describe, expect, test } from 'vitest'
import type { Detection } from '#domain/alerts/detection.ts'
import { type AlarmContext, assessAlarm } from './assess-alarm.ts'

const start = 1_746_874_800
const minutes = (count: number) => start + count * 60

const swarm: Detection = {
  type: 'swarm',
  status: 'provisional',
  startedAt: start,
  detectedAt: minutes(15),
  endedAt: null,
  weightChangeGrams: -2000,
  confidencePercent: 75,
  why: [{ code: 'dropped', values: { kg: 2, minutes: 15 } }],
}
const quiet: AlarmContext = { neighborJumps: [], interventionTimes: [] }
const jump = (count: number, changeGrams: number, scaleId = 2) => ({ scaleId, time: minutes(count), changeGrams })

test('without surroundings the detection stays as it is', () => {
  expect(assessAlarm(swarm, quiet)).toEqual({ confidencePercent: 75, why: swarm.why })
})

test.each<[string, Partial<AlarmContext>, number, string[]]>([
  ['one small step beside it', { neighborJumps: [jump(-10, -700)] }, 60, ['neighbourMoved']],
  ['one big step beside it', { neighborJumps: [jump(-10, -5000)] }, 40, ['neighbourMoved']],
  ['boxes lifted beside it', { neighborJumps: [jump(-10, -10_001)] }, 35, ['neighbourMoved']],
  ['two steps', { neighborJumps: [jump(-10, -700), jump(-40, -900, 3)] }, 40, ['neighbourMoved']],
  [
    'somebody going from hive to hive',
    { neighborJumps: [jump(-40, -700), jump(-20, 2900), jump(10, -4000, 3)] },
    40,
    ['neighbourMoved'],
  ],
  ['a step under half a kilogram', { neighborJumps: [jump(-10, -499)] }, 75, []],
  ['more than an hour before', { neighborJumps: [jump(-61, -5000)] }, 75, []],
  ['more than an hour after', { neighborJumps: [jump(76, -5000)] }, 75, []],
  ['a spike of the scale beside it', { neighborJumps: [jump(-10, 1300), jump(-5, -1290)] }, 75, []],
  ['a box lifted and put back', { neighborJumps: [jump(-10, -8000), jump(-5, 8010)] }, 40, ['neighbourMoved']],
  ['an intervention noted', { interventionTimes: [minutes(-50)] }, 35, ['interventionNoted']],
  ['one noted long before', { interventionTimes: [minutes(-70)] }, 75, []],
  [
    'both, which are the same hands',
    { neighborJumps: [jump(-10, -5000)], interventionTimes: [minutes(5)] },
    35,
    ['neighbourMoved', 'interventionNoted'],
  ],
  [
    'the swarm of the hive beside it',
    {
      neighborJumps: [jump(-10, -900)],
      otherSwarmSigns: [{ scaleId: 2, startedAt: minutes(-20), endedAt: minutes(0), isLoud: true }],
    },
    75,
    [],
  ],
])('%s', (_, context, percent, codes) => {
  const { confidencePercent, why } = assessAlarm(swarm, { ...quiet, ...context })
  expect(confidencePercent).toBe(percent)
  expect(why.map(({ code }) => code)).toEqual(['dropped', ...codes])
})

describe('a swarm of a rarely read hive, one step among others', () => {
  const assess = (everyMinutes: number, percent: number, context: Partial<AlarmContext> = {}) => {
    const why = [{ code: 'sparse', values: { minutes: everyMinutes } }]
    return assessAlarm({ ...swarm, confidencePercent: percent, why }, { ...quiet, ...context })
  }
  const sign = (scaleId: number, sinceMinutes: number, isLoud = false) => ({
    scaleId,
    startedAt: minutes(sinceMinutes),
    endedAt: minutes(sinceMinutes + 30),
    isLoud,
  })
  const codesOf = ({ why }: { why: { code: string }[] }) => why.slice(1).map(({ code }) => code)

  test('is never as sure as one of a frequently read hive', () => {
    expect(assess(60, 99).confidencePercent).toBe(80)
    expect(assess(60, 75)).toEqual({ confidencePercent: 75, why: [{ code: 'sparse', values: { minutes: 60 } }] })
  })

  test.each([30, 60, 180])(
    'every %i minutes: a hive that lost in the same hours, rang or not, and a second one',
    (every) => {
      const one = assess(every, 75, { otherSwarmSigns: [sign(2, -10)] })
      expect(codesOf(one)).toEqual(['lostBeside'])
      expect(one.confidencePercent).toBe(60)
      expect(assess(every, 75, { otherSwarmSigns: [sign(2, -10, true)] })).toEqual(one)
      expect(assess(every, 75, { otherSwarmSigns: [sign(2, -10), sign(2, -20)] })).toEqual(one)
      expect(assess(every, 75, { otherSwarmSigns: [sign(2, -10), sign(3, -10)] }).confidencePercent).toBe(35)
      expect(codesOf(assess(every, 75, { otherSwarmSigns: [sign(2, -1440)] }))).toEqual([])
    },
  )

  test('nearby steps suggest hands, less so the longer the span is, even if they are told as a swarm', () => {
    const small = { neighborJumps: [jump(-10, -900)] }
    const percents = [30, 60, 180].map((every) => assess(every, 75, small).confidencePercent)
    expect(percents).toEqual([36, 55, 65])
    expect(assess(60, 75, { neighborJumps: [jump(-10, -5000)] }).confidencePercent).toBeLessThan(15)
    expect(assess(360, 75, { neighborJumps: [jump(-10, -12_000)] }).confidencePercent).toBe(20)
    const told = assess(60, 75, { ...small, otherSwarmSigns: [sign(2, -20, true)] })
    expect(codesOf(told)).toEqual(['neighbourMoved', 'lostBeside'])
  })

  describe('what the nearby hives did in the same hours', () => {
    const seen = 360
    const beside = (...grams: number[]): Partial<AlarmContext> => ({
      deviationsBeside: grams.map((one) => (one === 0 ? [] : [{ from: start, time: minutes(seen), grams: one }])),
    })
    const confirmed = (context: Partial<AlarmContext>, over: Partial<Detection> = {}, every = seen) => {
      const why = [{ code: 'sparse', values: { minutes: every } }]
      const detection = { ...swarm, status: 'confirmed' as const, weightChangeGrams: -1100, confidencePercent: 50, why }
      return assessAlarm({ ...detection, ...over }, { ...quiet, ...context })
    }

    test('a shared loss counts for less, and for nothing if all of it is shared', () => {
      const percents = [0, -350, -700, -1100].map((grams) => confirmed(beside(grams, grams)).confidencePercent)
      expect(percents).toEqual(percents.toSorted((a, b) => b - a))
      expect(percents[0]).toBe(50)
      expect(percents[1]).toBeLessThan(40)
      expect(percents.at(-1)).toBe(1)
      expect(confirmed(beside(-700, -700)).why.at(-1)).toEqual({ code: 'besideLost', values: { kg: 0.7 } })
      expect(confirmed(beside(-2400, -2400)).why.at(-1)).toEqual({ code: 'besideLost', values: { kg: 1.1 } })
    })

    test('the more they gained, the more is missing; but a single reading never rings, and a withdrawn alarm stays withdrawn', () => {
      const gained = confirmed(beside(600, 600))
      expect(gained.confidencePercent).toBeGreaterThan(50)
      expect(gained.why.at(-1)).toEqual({ code: 'besideGained', values: { kg: 0.6 } })
      expect(confirmed(beside(600, 600), { status: 'provisional', confidencePercent: 45 }).confidencePercent).toBe(45)
      expect(confirmed(beside(600, 600), { status: 'withdrawn', confidencePercent: 10 }).confidencePercent).toBe(10)
    })

    test('hands move each of them differently', () => {
      const apart = confirmed(beside(0, 0, -2400, 2400))
      expect(apart.confidencePercent).toBeLessThan(25)
      expect(apart.why.at(-1)).toEqual({ code: 'besideApart', values: { kg: 1.2 } })
      expect(confirmed(beside(9000, -9000, 0)).confidencePercent).toBe(
        confirmed(beside(4000, -4000, 0)).confidencePercent,
      )
    })

    test('counts during the alarm, and not for a frequently read hive', () => {
      const later = { deviationsBeside: [[{ from: minutes(seen), time: minutes(2 * seen), grams: -900 }]] }
      expect(confirmed(later).confidencePercent).toBe(50)
      expect(confirmed(beside(-900, -900), { why: [] }).confidencePercent).toBe(50)
    })

    test('a loss that was not stored breaks nothing', () => {
      expect(confirmed(beside(-900, -900), { weightChangeGrams: 0 }).confidencePercent).toBe(50)
    })
  })

  test('a noted intervention leaves little', () => {
    expect(assess(60, 80, { interventionTimes: [minutes(-50)] }).confidencePercent).toBeLessThan(15)
  })
})

test.each([
  ['robbing goes on whatever hands do beside it', 'losing', -3000, 60],
  ['but what a few steps took is theirs', 'bySteps', -3000, 40],
  ['as is a gain', 'gaining', 3000, 40],
])('%s', (_, code, weightChangeGrams, percent) => {
  const activity: Detection = { ...swarm, type: 'activity', weightChangeGrams, why: [{ code }] }
  expect(assessAlarm(activity, { ...quiet, neighborJumps: [jump(5, -5000)] }).confidencePercent).toBe(percent)
})

test('a nearby step is told with its size', () => {
  const { why } = assessAlarm(swarm, { ...quiet, neighborJumps: [jump(-30, -700), jump(-10, 4321)] })
  expect(why.at(-1)).toEqual({ code: 'neighbourMoved', values: { kg: 4.3 } })
})

test('when a whole apiary is carried away at night, its neighbors cast no doubt', () => {
  const removal: Detection = {
    ...swarm,
    type: 'disturbance',
    confidencePercent: 95,
    why: [{ code: 'removed' }, { code: 'night' }],
  }
  const context = { ...quiet, neighborJumps: [jump(1, -30_000), jump(2, -28_000, 3)] }
  expect(assessAlarm(removal, context).confidencePercent).toBe(95)
  expect(assessAlarm({ ...removal, why: [{ code: 'removed' }] }, context).confidencePercent).toBe(60)
})
