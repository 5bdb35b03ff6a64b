import { expect, test } from 'vitest'
import type { HintApiary } from './hint.ts'
import { judgeStores } from './judge-stores.ts'
import { judgeWinter } from './judge-winter.ts'

const DAYS = 60

type Weight = (day: number) => number | null

/** Noise of a scale, the same in every run. */
const noise = (day: number, hive: number) => 40 * Math.sin(day * 12.9898 + hive * 78.233)

function apiary(weights: Weight[], { celsius = 3, emptyGrams = 0 } = {}): HintApiary {
  const days = Array.from({ length: DAYS + 1 }, (_, day) => day)
  return {
    celsius: days.map((day) => celsius + 3 * Math.sin(day / 3)),
    hives: weights.map((weight, hive) => {
      const gross = days.map((day) => {
        const grams = weight(day)
        return grams === null ? null : Math.round(grams + noise(day, hive))
      })
      const feedOf = (grams: number) => (emptyGrams === 0 ? null : Math.max(0, grams - emptyGrams))
      return { scaleId: hive + 1, gross, net: gross, foragers: days.map(() => 0), feedOf }
    }),
  }
}

const eats =
  (perDay: number): Weight =>
  (day) =>
    30_000 - perDay * day
const usual = [eats(40), eats(45), eats(38)]
const code = (finding: ReturnType<typeof judgeWinter>[number] | undefined) =>
  finding && finding !== 'unknown' && finding.opens
    ? finding.why[0]!.code
    : finding && finding !== 'unknown'
      ? null
      : finding
const codes = (days: HintApiary, at = DAYS) => judgeWinter(days, at).map(code)

test('hives with similar consumption give no hint', () => {
  expect(codes(apiary([...usual, eats(48)]))).toEqual([null, null, null, null])
})

test.each([
  ['usesMuch', 130],
  ['usesLittle', 14],
  ['usesNothing', 0],
])('%s', (what, perDay) => {
  expect(codes(apiary([...usual, eats(perDay)]))).toEqual([null, null, null, what])
})

test('the reasons give its consumption and that of the others', () => {
  const found = judgeWinter(apiary([...usual, eats(130)]), DAYS)[3]
  expect(found).toMatchObject({ why: [{ code: 'usesMuch', values: { days: 28, hives: 3 } }] })
  const { grams, usual: others } = (found as { why: { values: Record<string, number> }[] }).why[0]!.values
  expect(Math.abs(grams! - 130)).toBeLessThan(10)
  expect(Math.abs(others! - 40)).toBeLessThan(8)
})

test('a single hive gives no hint, whatever it uses', () => {
  for (const perDay of [0, 40, 200]) expect(codes(apiary([eats(perDay)]))).toEqual(['unknown'])
})

test('with one neighbor only a hive that uses nothing is reported', () => {
  expect(codes(apiary([eats(40), eats(140)]))).toEqual([null, null])
  expect(codes(apiary([eats(45), eats(0)]))[1]).toBe('usesNothing')
})

test('a dead neighbor is no basis for comparison', () => {
  expect(codes(apiary([eats(40), eats(0), eats(44)]))).toEqual([null, 'usesNothing', null])
})

const changed: [string, Weight][] = [
  ['fed', (day) => 30_000 - 40 * day + (day > 45 ? 5000 : 0)],
  ['taken from', (day) => 30_000 - 40 * day - (day > 45 ? 9000 : 0)],
  ['on a scale that was reset', (day) => (day > 50 ? 0 : 30_000) - 40 * day],
  ['silent for a week', (day) => (day > 44 && day < 52 ? null : 30_000 - 40 * day)],
  ['silent since a week', (day) => (day > 52 ? null : 30_000 - 40 * day)],
]

test.each(changed)('a hive %s is not reported', (_, weight) => {
  for (let at = 30; at <= DAYS; at++) {
    expect(codes(apiary([...usual, weight]), at)[3] ?? null, `day ${at}`).toBeOneOf([null, 'unknown'])
  }
})

test('snow on all hives is reported for none', () => {
  const snow = (day: number) => (day > 50 && day < 58 ? 3000 : 0)
  const days = apiary(
    [...usual, eats(44)].map((weight, hive) => (day) => weight(day)! + snow(day) * (0.8 + 0.1 * hive)),
  )
  for (let at = 45; at <= DAYS; at++)
    expect(codes(days, at).every((one) => one === null || one === 'unknown')).toBe(true)
})

test('where bees fly nothing is compared, whichever month it is', () => {
  expect(codes(apiary([...usual, eats(130)], { celsius: 16 }))).toEqual([null, null, null, null])
})

test('without a temperature the foragers tell whether bees fly', () => {
  const days = apiary([...usual, eats(130)])
  const unmeasured = { ...days, celsius: days.celsius.map(() => null) }
  expect(codes(unmeasured)[3]).toBe('usesMuch')
  for (const hive of unmeasured.hives) hive.foragers.fill(400)
  expect(codes(unmeasured)[3]).toBeNull()
})

const opens = (days: HintApiary) =>
  judgeStores(days, DAYS).map((one) => (one === 'unknown' ? one : (one?.opens ?? false)))

test('stores for less than three weeks are reported, for more are not', () => {
  // after 60 days 27.6 kg and 25.2 kg are left
  const days = apiary([eats(40), eats(80)], { emptyGrams: 24_000 })
  expect(opens(days)).toEqual([false, true])
  expect(judgeStores(days, DAYS)[1]).toMatchObject({ why: [{ code: 'storesEnd' }] })
})

test('nothing is reported about stores if the empty weight was never set', () => {
  expect(opens(apiary([eats(40), eats(80)]))).toEqual(['unknown', 'unknown'])
})

test('stores that grow, or were fed, are enough', () => {
  const fed: Weight = (day) => 26_000 - 80 * day + (day > 55 ? 9000 : 0)
  expect(opens(apiary([eats(-200), fed], { emptyGrams: 21_000 }))).toEqual([false, false])
})

test('a day is judged only by what comes before it', () => {
  const days = apiary([...usual, (day) => (day > 40 ? null : 30_000 - 130 * day)], { emptyGrams: 24_000 })
  const cut = {
    celsius: days.celsius.slice(0, 41),
    hives: days.hives.map((hive) => ({ ...hive, gross: hive.gross.slice(0, 41) })),
  }
  expect(judgeWinter(cut, 40)).toEqual(judgeWinter(days, 40))
  expect(judgeStores(cut, 40)).toEqual(judgeStores(days, 40))
})
