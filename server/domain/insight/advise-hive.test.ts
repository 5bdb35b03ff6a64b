import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { adviseHive, type HandChange, type HiveSeason } from './advise-hive.ts'
import { dayAfter } from './heatmap.ts'
import { SeasonAdvice } from './season-advice.ts'

/** A hive with one midnight for each of `grams` (null in a gap), the last one `today`. */
function hiveOf(today: string, grams: (number | null)[], more: Partial<HiveSeason> = {}): HiveSeason {
  const days = grams.map((weight, at) => ({ date: dayAfter(today, at - grams.length + 1), grams: weight }))
  const last = grams.at(-1) ?? null
  return {
    scaleId: 11,
    controllerId: 1,
    net: days,
    gross: days,
    lastKg: last === null ? null : last / 1000,
    scale: { emptyWeight: 0, feedStock: 0 },
    hands: [],
    latitude: 47,
    ...more,
  }
}
/** `days` midnights that start at a weight and change by `perDay`. */
const line = (from: number, perDay: number, days: number): number[] =>
  Array.from({ length: days }, (_, day) => from + perDay * day)
const tare = (emptyWeight: number, feedStock = 0) => ({ scale: { emptyWeight, feedStock } })
const kindOf = (hive: HiveSeason) => adviseHive(hive).kind

describe('a flow', () => {
  // 20 quiet days, then 4 days of 1.8 kg: 7.2 kg
  const flow = [...line(40_000, 0, 20), ...line(41_800, 1800, 4)]
  const advise = (more?: Partial<HiveSeason>, grams: (number | null)[] = flow) =>
    adviseHive(hiveOf('2026-05-07', grams, more))

  test('says since when, how much a day, and when the super is full', () => {
    // 7.5 kg is three quarters of a super; it already holds 7.2 kg
    expect(advise()).toMatchObject({
      kind: 'supers',
      urgency: 'now',
      from: '2026-05-03',
      perDayKg: 1.8,
      kg: 7.2,
      roomSince: '2026-05-03',
      withinDays: 0,
      asOf: '2026-05-07',
    })
  })

  test.each<[string, HandChange, number]>([
    ['noted', { date: '2026-05-06', grams: 0, label: 'super_added' }, 3],
    ['felt by the scale', { date: '2026-05-06', grams: 4_500 }, 3],
    ['too light to be one', { date: '2026-05-06', grams: 900 }, 0],
    ['put on before the flow', { date: '2026-04-20', grams: 4_500 }, 0],
  ])('counts from a super that was %s', (_, hand, withinDays) => {
    expect(advise({ hands: [hand] })).toMatchObject({ kind: 'supers', withinDays })
  })

  test('that is weak needs no super for weeks: merely good to know', () => {
    const weak = [...line(40_000, 0, 20), ...line(40_600, 600, 6)]
    const advice = advise({}, [...weak.slice(0, -1), weak.at(-1)!])
    expect(advice).toMatchObject({ kind: 'supers', perDayKg: 0.6, urgency: 'soon', withinDays: 6 })
    const super_ = { date: '2026-05-07', grams: 5_000 }
    expect(advise({ hands: [super_] }, weak)).toMatchObject({ urgency: 'later', withinDays: 12 })
  })

  test('takes precedence over too little for the winter', () => {
    const heather = hiveOf('2026-08-20', flow, { ...tare(38) })
    expect(kindOf(heather)).toBe('supers')
  })
})

describe('a flow that is over', () => {
  const over = [...line(30_000, 0, 10), ...line(32_000, 2000, 6), ...line(42_000, -50, 8)]
  const hive = (hands: HandChange[], today = '2026-06-10') => adviseHive(hiveOf(today, over, { hands }))

  test('starts the time of the harvest', () => {
    expect(hive([])).toMatchObject({
      kind: 'harvest',
      urgency: 'soon',
      from: '2026-05-27',
      to: '2026-06-01',
      kg: 12,
      until: '2026-06-15',
    })
  })

  test.each<[string, HandChange[], string]>([
    ['noted', [{ date: '2026-06-05', grams: 0, label: 'harvest' }], 'change'],
    ['felt by the scale', [{ date: '2026-06-05', grams: -9_000 }], 'change'],
    ['one frame for a taste', [{ date: '2026-06-05', grams: -2_000 }], 'harvest'],
    ['of the flow before', [{ date: '2026-05-20', grams: -9_000 }], 'harvest'],
  ])('is done with a harvest that was %s', (_, hands, kind) => {
    expect(hive(hands).kind).toBe(kind)
  })

  test('is not worth reporting if it brought little or was long ago', () => {
    const little = [...line(30_000, 0, 10), ...line(31_200, 1200, 5), ...line(36_000, -50, 8)]
    expect(kindOf(hiveOf('2026-06-10', little))).toBe('change')
    expect(kindOf(hiveOf('2026-06-30', [...over, ...line(41_600, -50, 20)]))).toBe('change')
  })
})

describe('the stores', () => {
  const winter = line(34_000, -60, 60)

  test('are reported with the day until which they last', () => {
    const advice = adviseHive(hiveOf('2026-01-20', winter, tare(16.1)))
    // 34 − 59 × 0.06 = 30.46 kg, minus 16.1: 239 days at 60 g a day
    expect(advice).toMatchObject({ kind: 'stores', urgency: 'later', storesKg: 14.36, perDayKg: 0.06, shortest: 239 })
    expect(advice).toMatchObject({ until: dayAfter('2026-01-20', 239) })
  })

  test.each([
    [0.7, 'soon', 11],
    [0.15, 'now', 2],
  ])('of %f kg are due: %s', (left, urgency, shortest) => {
    const empty = winter.at(-1)! / 1000 - left
    expect(adviseHive(hiveOf('2026-01-20', winter, tare(empty)))).toMatchObject({ kind: 'feed', urgency, shortest })
  })

  test('are no more than the feed that was given, if that is noted', () => {
    expect(adviseHive(hiveOf('2026-01-20', winter, tare(16, 8)))).toMatchObject({ storesKg: 8 })
  })

  test('last if they do not shrink; without recent midnights the duration is unknown', () => {
    expect(adviseHive(hiveOf('2026-01-20', line(30_000, 0, 30), tare(16)))).toMatchObject({ rateKnown: true })
    const gap = [...line(30_000, -50, 20), ...Array<null>(13).fill(null), 29_000]
    expect(adviseHive(hiveOf('2026-01-20', gap, tare(16)))).toMatchObject({ kind: 'lasting', rateKnown: false })
  })

  test('are unknown without the empty weight: the change is reported instead', () => {
    expect(adviseHive(hiveOf('2026-01-20', winter))).toMatchObject({ kind: 'change', kg: -0.84, days: 14 })
  })

  test('of a hive lighter than its empty weight are zero, and due', () => {
    expect(adviseHive(hiveOf('2026-01-20', winter, tare(60)))).toMatchObject({
      kind: 'feed',
      storesKg: 0,
      urgency: 'now',
    })
  })
})

describe('too little for the winter', () => {
  const light = { ...tare(24) }
  const steady = line(30_000, -20, 30)
  test.each<[string, string, number | null, string]>([
    ['in Bern in August', '2026-08-20', 46.9, 'winterFeed'],
    ['in Bern in June', '2026-06-20', 46.9, 'stores'],
    ['in Bern in November, when it is too cold for syrup', '2026-11-10', 46.9, 'stores'],
    ['in Tasmania in March', '2026-03-20', -42.9, 'winterFeed'],
    ['in Tasmania in August, at the end of winter', '2026-08-20', -42.9, 'stores'],
    ['in the desert, where there is no such winter', '2026-08-20', 25, 'stores'],
    ['beyond the polar circle, where the rule does not hold', '2026-08-20', 69, 'stores'],
    ['at a place nobody set', '2026-08-20', null, 'stores'],
  ])('%s', (_, today, latitude, kind) => {
    expect(kindOf(hiveOf(today, steady, { ...light, latitude }))).toBe(kind)
  })

  test('says how much is missing, and by when', () => {
    expect(adviseHive(hiveOf('2026-10-13', steady, light))).toMatchObject({
      kind: 'winterFeed',
      urgency: 'now',
      storesKg: 5.42,
      missingKg: 9.58,
      by: '2026-10-15',
    })
  })
})

describe('too little is known', () => {
  test('of a new hive with three days', () => {
    const grams = [...Array<null>(40).fill(null), 30_000, 31_500, 33_000]
    expect(adviseHive(hiveOf('2026-05-07', grams, tare(16)))).toMatchObject({
      kind: 'few',
      urgency: 'unknown',
      days: 3,
      needed: 7,
    })
  })

  test('of a hive that is silent, however much it gained before', () => {
    const grams = [...line(40_000, 1500, 20), ...Array<null>(4).fill(null)]
    expect(adviseHive(hiveOf('2026-05-07', grams))).toMatchObject({ kind: 'old', asOf: '2026-05-03' })
    expect(adviseHive(hiveOf('2026-05-07', []))).toMatchObject({ kind: 'old', asOf: null })
  })

  test('a gap earlier in the year does not change the advice for today', () => {
    const grams: (number | null)[] = line(34_000, -60, 100)
    const gap = grams.map((weight, day) => (day > 20 && day < 70 ? null : weight))
    expect(adviseHive(hiveOf('2026-02-20', gap, tare(16)))).toEqual(adviseHive(hiveOf('2026-02-20', grams, tare(16))))
  })
})

describe('whatever the weights are', () => {
  /** A generator that yields the same numbers in every run. */
  function* randomly(seed: number): Generator<number, never> {
    for (let state = seed; ; ) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      yield state / 2 ** 32
    }
  }

  test('the sentence matches its kind, with finite figures only', () => {
    const next = (
      (random) => () =>
        random.next().value
    )(randomly(18))
    const kinds = new Set<string>()
    for (let round = 0; round < 1500; round++) {
      let grams = next() * 80_000
      const step = (next() - 0.4) * 4000
      const weights = Array.from({ length: Math.floor(next() * 122) }, () => {
        grams += step + (next() - 0.5) * 500 + (next() < 0.02 ? (next() - 0.5) * 60_000 : 0)
        return next() < 0.1 ? null : Math.round(grams)
      })
      const hive = hiveOf(dayAfter('2026-01-01', Math.floor(next() * 365)), weights, {
        latitude: next() < 0.1 ? null : next() * 180 - 90,
        ...tare(next() < 0.3 ? 0 : next() * 60, next() < 0.7 ? 0 : next() * 20),
      })
      const advice = adviseHive(hive)
      kinds.add(advice.kind)
      expect(v.parse(SeasonAdvice, advice)).toEqual(advice)
      const figures = Object.values(advice).filter((value) => typeof value === 'number')
      expect(figures.every(Number.isFinite)).toBe(true)
      if ('storesKg' in advice) expect(advice.storesKg).toBeGreaterThanOrEqual(0)
      if ('withinDays' in advice) expect(advice.withinDays).toBeGreaterThanOrEqual(0)
      if (hive.scale.emptyWeight === 0) expect('storesKg' in advice).toBe(false)
    }
    expect(kinds.size).toBeGreaterThan(6)
  })

  test('leading unknown days change nothing', () => {
    const grams = [...line(40_000, -30, 30), ...line(39_500, 1500, 5)]
    const later = [...Array<null>(60).fill(null), ...grams]
    expect(adviseHive(hiveOf('2026-05-20', later))).toEqual(adviseHive(hiveOf('2026-05-20', grams)))
  })
})
