import { expect, test } from 'vitest'
import type { HintApiary } from './hint.ts'
import { judgeQueen } from './judge-queen.ts'

const DAYS = 60
const FAILS = 45

type Hive = { perDay: (day: number) => number; foragers?: (day: number) => number }

function apiary(hives: Hive[]): HintApiary {
  const days = Array.from({ length: DAYS + 1 }, (_, day) => day)
  return {
    celsius: days.map(() => 18),
    hives: hives.map(({ perDay, foragers = () => 0 }, hive) => {
      let grams = 30_000
      const net = days.map((day) => {
        grams += perDay(day)
        return grams
      })
      return { scaleId: hive + 1, net, gross: net, foragers: days.map(foragers), feedOf: () => null }
    }),
  }
}

const flow = (share = 1, foragers?: (day: number) => number): Hive => ({
  perDay: () => 400 * share,
  ...(foragers && { foragers }),
})
const fails = (foragers?: (day: number) => number): Hive => ({
  perDay: (day) => (day < FAILS ? 380 : -100),
  ...(foragers && { foragers }),
})
const usual = [flow(1, () => 400), flow(1.2, () => 500), flow(0.9, () => 300)]
const codes = (hives: Hive[], at = DAYS) =>
  judgeQueen(apiary(hives), at).map((one) =>
    one === 'unknown' || one === null ? one : one.opens && one.why.map(({ code }) => code).join(),
  )

test('a hive that stops gaining while the others continue is reported', () => {
  expect(codes([...usual, fails()])).toEqual([null, null, null, 'noGain'])
})

test('if fewer and fewer of its bees fly out, that is reported, too', () => {
  const fewer = (day: number) => (day < FAILS ? 400 : Math.max(0, 400 - 40 * (day - FAILS)))
  expect(codes([...usual, fails(fewer)])[3]).toBe('noGain,fewerForagers')
})

test('a hive whose bees fly as before has another reason', () => {
  expect(codes([...usual, fails(() => 400)])[3]).toBeNull()
})

test.each<[string, Hive]>([
  ['was always weak', flow(0.1)],
  ['swarmed', { perDay: (day) => (day < 52 ? 380 : day === 52 ? -2500 : 0) }],
  ['was harvested, or moved to another scale', { perDay: (day) => (day === 55 ? -12_000 : day < FAILS ? 380 : 0) }],
])('a hive that %s is not reported', (_, hive) => {
  expect(codes([...usual, hive])[3]).toBeNull()
})

test('nothing is reported without a flow, without neighbors or with only one', () => {
  expect(codes([flow(0), flow(0.1), flow(0), fails()])).toEqual(['unknown', 'unknown', 'unknown', 'unknown'])
  expect(codes([fails()])).toEqual(['unknown'])
  expect(codes([flow(), fails()])).toEqual(['unknown', 'unknown'])
})

test('a gap starts nothing', () => {
  const days = apiary([...usual, fails()])
  days.hives[3]!.net[DAYS] = null
  expect(judgeQueen(days, DAYS)[3]).toBe('unknown')
})
