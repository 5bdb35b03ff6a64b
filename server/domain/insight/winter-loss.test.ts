import { describe, expect, test } from 'vitest'
import type { DayWeight } from '../hives/day-weight.ts'
import { winterLoss, winterWeeks } from './winter-loss.ts'

const october = (grams: (number | null)[]): DayWeight[] =>
  grams.map((value, day) => ({ date: new Date(Date.UTC(2025, 9, 1 + day)).toISOString().slice(0, 10), grams: value }))
const using = (perDay: number, days: number) => Array.from({ length: days + 1 }, (_, day) => 40_000 - perDay * day)

describe('the loss in winter', () => {
  test.each([
    // 28 days of 50 g: 1400 g, 350 g a week
    ['by the days there are', using(50, 28), { grams: 1400, days: 28, gramsPerWeek: 350 }],
    // 15 days of 30 g: 450 g, 450 × 7 / 15 = 210 g a week
    ['of a part of the winter', using(30, 15), { grams: 450, days: 15, gramsPerWeek: 210 }],
    ['not told from less than two weeks', using(50, 13), null],
    // from day 2 to day 26, 24 days of 50 g: 1200 g, 350 g a week
    [
      'from the first known midnight to the last',
      using(50, 28).map((grams, day) => (day < 2 || day > 26 || day % 5 === 0 ? null : grams)),
      { grams: 1200, days: 24, gramsPerWeek: 350 },
    ],
    ['negative where snow lies on the roof at the end', using(-20, 14), { grams: -280, days: 14, gramsPerWeek: -140 }],
    ['unknown without readings', [], null],
  ])('is %s', (_, grams, loss) => {
    const days = october(grams)
    const from = days.findIndex((day) => day.grams !== null)
    expect(winterLoss(days)).toEqual(loss)
    if (loss) expect(days[from + loss.days]?.grams).toBe(days[from]!.grams! - loss.grams)
  })

  test('by whole weeks, null where an end is missing', () => {
    const grams = using(40, 24).map((value, day) => (day === 14 ? null : value))
    expect(winterWeeks(october(grams))).toEqual([
      { date: '2025-10-01', grams: 280 },
      { date: '2025-10-08', grams: null },
      { date: '2025-10-15', grams: null },
    ])
    expect(winterWeeks([])).toEqual([])
  })
})
