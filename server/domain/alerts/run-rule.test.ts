import { describe, expect, it } from 'vitest'
import { offsetOf } from '../hives/local-midnight.ts'
import type { RuleTerms } from './rule.ts'
import { initialRuleState, type JudgedRule, type RulePoint, runRule } from './run-rule.ts'

const MINUTE = 60
const HOUR = 3600
const at = (text: string) => Date.parse(text) / 1000

const terms = (over: Partial<RuleTerms>): RuleTerms => ({
  conditions: [{ quantity: 'weight', is: 'falls', value: 2, withinMinutes: 60 }],
  forMinutes: 0,
  hours: null,
  months: null,
  timeZone: 'Europe/Zurich',
  ...over,
})
const judged = (over: Partial<RuleTerms>): JudgedRule => ({
  terms: terms(over),
  gapSeconds: 3 * HOUR,
  judgesFrom: 0,
  silentUntil: Number.POSITIVE_INFINITY,
  offsetAt: offsetOf({ timeZone: 'Europe/Zurich' }),
})

/** Readings every ten minutes, starting at a given time. */
const weights = (from: string, grams: readonly number[], step = 10 * MINUTE): RulePoint[] =>
  grams.map((weight, row) => ({ time: at(from) + row * step, isHeard: true, values: { weight } }))

/** The minutes after a time at which the rule rang and was over. */
function rings(rule: JudgedRule, points: readonly RulePoint[], until = points.at(-1)!.time) {
  const state = initialRuleState(rule.terms)
  const ended = runRule(rule, state, points, until)
  const minutes = (time: number | null) => time && (time - points[0]!.time) / MINUTE
  return [...ended, ...(state.open ? [state.open] : [])].map(({ detectedAt, endedAt }) => [
    minutes(detectedAt),
    minutes(endedAt),
  ])
}

const many = (count: number, grams: number) => Array<number>(count).fill(grams)

describe('a change', () => {
  const swarm = [...many(6, 40_000), ...many(20, 37_500)]
  it('rings once, and is over when the span no longer shows it', () => {
    expect(rings(judged({}), weights('2026-05-10T10:00:00Z', swarm))).toEqual([[60, 110]])
  })
  it('is not seen if only one reading was wrong', () => {
    const spike = [...many(6, 40_000), 43_000, ...many(10, 40_000)]
    expect(rings(judged({}), weights('2026-05-10T10:00:00Z', spike))).toEqual([])
  })
  it('counts from the highest weight within the span, even if the hive had gained just before', () => {
    const gainedFirst = [...many(3, 38_000), ...many(3, 40_000), ...many(3, 37_500)]
    expect(rings(judged({}), weights('2026-05-10T10:00:00Z', gainedFirst))).toEqual([[60, null]])
  })
  it('is seen between two readings an hour apart', () => {
    expect(rings(judged({}), weights('2026-05-10T10:00:00Z', [40_000, 37_000, 37_000], HOUR))).toEqual([[60, null]])
    expect(rings(judged({}), weights('2026-05-10T10:00:00Z', [40_000, 37_000, 37_000], 67 * MINUTE))).toEqual([])
  })
})

describe('a change within', () => {
  const falls = (withinMinutes: number) =>
    judged({ conditions: [{ quantity: 'weight', is: 'falls', value: 2, withinMinutes }] })
  it.each([
    [60, 61, true],
    [60, 66, true],
    [60, 66.1, false],
    [30, 33, true],
    [30, 34, false],
    [24 * 60, 24 * 60 + 10, true],
    [24 * 60, 24 * 60 + 11, false],
  ])('%i minutes, of readings %d minutes apart, is seen: %s', (within, apart, isSeen) => {
    const points = weights('2026-05-10T10:00:00Z', [40_000, 37_000, 37_000], apart * MINUTE)
    expect(rings(falls(within), points)).toHaveLength(isSeen ? 1 : 0)
  })
})

describe('a rise that is small', () => {
  const day = 24 * HOUR
  const idle = judged({ conditions: [{ quantity: 'weight', is: 'risesLess', value: 0.5, withinMinutes: 2880 }] })
  /** Hourly readings, with the foragers away at noon. */
  const days = (count: number, gain: number) =>
    Array.from({ length: count * 24 }, (_, hour) => {
      const away = hour % 24 > 9 && hour % 24 < 18 ? 800 : 0
      return 40_000 + Math.round((gain * hour) / 24) - away
    })
  it('is seen between the same times of two days, once the whole span is known', () => {
    expect(rings(idle, weights('2026-05-10T00:00:00Z', days(4, 100), HOUR))).toEqual([[2 * 24 * 60, null]])
    expect(rings(idle, weights('2026-05-10T00:00:00Z', days(6, 400), HOUR))).toEqual([])
  })
  it('is seen to the minute if there is a reading each minute', () => {
    const flowEnds = Array.from(
      { length: 4 * 1440 },
      (_, minute) => 40_000 + Math.round(Math.min(minute / 1440, 3) * 1000),
    )
    const daily = judged({ conditions: [{ quantity: 'weight', is: 'risesLess', value: 0.5, withinMinutes: 1440 }] })
    expect(rings(daily, weights('2026-05-10T00:00:00Z', flowEnds, MINUTE))).toEqual([[3.5 * 1440 + 1, null]])
  })
  it('that has to last is not seen for one wrong reading at either end', () => {
    const grams = days(6, 400)
    grams[60] = 20_000
    grams[20] = 60_000
    const lasts = { ...idle, terms: { ...idle.terms, forMinutes: 180 } }
    expect(rings(lasts, weights('2026-05-10T00:00:00Z', grams, HOUR))).toEqual([])
  })
  it('is not known after a gap as long as the span', () => {
    const points = weights('2026-05-10T00:00:00Z', days(1, 0), HOUR)
    const later = weights('2026-05-20T00:00:00Z', days(1, 0), HOUR)
    expect(rings(idle, [...points, ...later], points[0]!.time + 11 * day)).toEqual([])
  })
})

describe('a level', () => {
  const low = { conditions: [{ quantity: 'weight', is: 'below', value: 20 } as const] }
  it('that flaps rings once, until it has been gone for an hour', () => {
    const flaps = [20_050, 19_990, 20_050, 19_980, 20_200, 19_990, ...many(8, 20_500), 19_900]
    expect(rings(judged(low), weights('2026-11-10T10:00:00Z', flaps))).toEqual([
      [10, 60],
      [140, null],
    ])
  })
  it('has to last', () => {
    const points = weights('2026-11-10T10:00:00Z', [19_000, 19_000, 21_000, ...many(5, 19_000)])
    expect(rings(judged({ ...low, forMinutes: 30 }), points)).toEqual([[60, null]])
  })
  it('does not last through a gap', () => {
    const points = [...weights('2026-11-10T10:00:00Z', [19_000]), ...weights('2026-11-10T20:00:00Z', many(4, 19_000))]
    expect(rings(judged({ ...low, forMinutes: 30 }), points)).toEqual([[630, null]])
  })
  it('combined with another holds only if both do', () => {
    const both = judged({
      conditions: [...low.conditions, { quantity: 'battery', is: 'below', value: 3.5 }],
    })
    const points = weights('2026-11-10T10:00:00Z', many(3, 19_000))
    expect(rings(both, points)).toEqual([])
    points[1]!.values.battery = 3400
    expect(rings(both, points)).toEqual([[10, null]])
  })
})

describe('weather', () => {
  const cold = judged({ conditions: [{ quantity: 'airTemperature', is: 'below', value: 0 }], forMinutes: 240 })
  const hours = (at: number[]): RulePoint[] =>
    at.map((hour) => ({ time: hour * HOUR, isHeard: false, values: { airTemperature: -100 } }))
  it('may lack two hours, but no more', () => {
    expect(rings({ ...cold, gapSeconds: HOUR }, hours([0, 1, 4, 5]))).toEqual([[240, null]])
    expect(rings({ ...cold, gapSeconds: HOUR }, hours([0, 1, 5, 6]))).toEqual([])
  })
})

it.each<[string, RuleTerms['conditions'][number], number[], number]>([
  ['a fall', { quantity: 'weight', is: 'falls', value: 2, withinMinutes: 60 }, [40_000, 37_500], -2500],
  ['a rise', { quantity: 'weight', is: 'rises', value: 2, withinMinutes: 60 }, [40_000, 43_000], 3000],
  ['too little of one', { quantity: 'weight', is: 'risesLess', value: 2, withinMinutes: 10 }, [40_000, 39_500], -500],
  ['a level', { quantity: 'weight', is: 'below', value: 20 }, [19_000], 19_000],
  ['a silence, in hours', { quantity: 'silence', is: 'lasts', hours: 6 }, [40_000], 6],
])('%s is told with what was measured', (_, condition, grams, value) => {
  const rule = judged({ conditions: [condition] })
  const state = initialRuleState(rule.terms)
  runRule(rule, state, weights('2026-05-10T10:00:00Z', grams), at('2026-05-10T17:00:00Z'))
  expect(state.open?.values).toEqual([value])
})

describe('hours and months', () => {
  const low = { conditions: [{ quantity: 'weight', is: 'below', value: 20 } as const] }
  const hours = { from: '10:00', to: '17:00' }
  it.each([
    ['the day clocks are put forward', '2026-03-29T00:00:00Z', 8],
    ['the day clocks are put back', '2026-10-25T00:00:00Z', 9],
  ])('are local: %s', (_, from, hour) => {
    expect(rings(judged({ ...low, hours }), weights(from, many(20, 19_000), HOUR))).toEqual([[hour * 60, null]])
  })
  it('may span midnight', () => {
    const night = judged({ ...low, hours: { from: '22:00', to: '06:00' } })
    expect(rings(night, weights('2026-11-10T12:00:00Z', many(20, 19_000), HOUR))).toEqual([[9 * 60, null]])
  })
  it('start with the local month', () => {
    const june = judged({ ...low, months: [6] })
    expect(rings(june, weights('2026-05-31T12:00:00Z', many(20, 19_000), HOUR))).toEqual([[10 * 60, null]])
  })
})

describe('silence', () => {
  const silence = judged({ conditions: [{ quantity: 'silence', is: 'lasts', hours: 6 }] })
  it('starts by the clock and ends with the next reading', () => {
    const points = weights('2026-05-10T10:00:00Z', [40_000])
    expect(rings(silence, points, points[0]!.time + 6 * HOUR - 1)).toEqual([])
    expect(rings(silence, points, points[0]!.time + 6 * HOUR)).toEqual([[360, null]])
    const heard = [...points, ...weights('2026-05-10T18:00:00Z', many(10, 40_000))]
    expect(rings(silence, heard)).toEqual([[360, 480]])
  })
  it('is not ended by what its transmitter measured for itself', () => {
    const points = weights('2026-05-10T10:00:00Z', [40_000])
    const ofTransmitter = [3, 6, 9].map((hour) => ({ time: points[0]!.time + hour * HOUR, isHeard: false, values: {} }))
    expect(rings(silence, [...points, ...ofTransmitter])).toEqual([[360, null]])
  })
})

describe('however the points are cut into runs', () => {
  let seed = 7
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed / 2 ** 31
  }
  const rules = [
    judged({}),
    judged({ conditions: [{ quantity: 'weight', is: 'above', value: 30 }], forMinutes: 45 }),
    judged({
      conditions: [{ quantity: 'weight', is: 'rises', value: 1, withinMinutes: 180 }],
      hours: { from: '09:00', to: '12:00' },
    }),
    judged({ conditions: [{ quantity: 'weight', is: 'risesLess', value: 0.5, withinMinutes: 600 }], forMinutes: 60 }),
    judged({ conditions: [{ quantity: 'silence', is: 'lasts', hours: 3 }], hours: { from: '07:00', to: '22:00' } }),
    judged({
      conditions: [
        { quantity: 'silence', is: 'lasts', hours: 2 },
        { quantity: 'battery', is: 'below', value: 3.6 },
      ],
      forMinutes: 20,
    }),
  ]
  it('the same episodes come out', () => {
    for (let round = 0; round < 60; round++) {
      let [time, weight, battery] = [at('2026-05-01T00:00:00Z'), 30_000, 3700]
      const points = Array.from({ length: 300 }, (): RulePoint => {
        time += Math.ceil(random() * (random() < 0.05 ? 8 * HOUR : 20 * MINUTE))
        weight += (random() - 0.5) * (random() < 0.05 ? 6000 : 300)
        battery += (random() - 0.5) * 80
        const isHeard = random() < 0.8
        return { time, isHeard, values: isHeard ? { weight: Math.round(weight) } : { battery: Math.round(battery) } }
      })
      for (const rule of rules) {
        const whole = initialRuleState(rule.terms)
        const expected = runRule(rule, whole, points)
        const parts = initialRuleState(rule.terms)
        const found = []
        for (let from = 0; from < points.length; ) {
          const to = from + Math.ceil(random() * 40)
          found.push(...runRule(rule, parts, points.slice(from, to)))
          from = to
        }
        expect([...found, parts.open]).toEqual([...expected, whole.open])
      }
    }
  })
})
