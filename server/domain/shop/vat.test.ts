import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { split, swissDay, vatAfterDiscount, vatOf, vatRateOn } from './vat.ts'

it.each([
  // 100.00 at 8.1 %: included 100 × 8.1 / 108.1; added 8.10
  [10_000, 810, true, { rate: 810, amount: 749, gross: 10_000 }],
  [10_000, 810, false, { rate: 810, amount: 810, gross: 10_810 }],
  [10_000, 260, true, { rate: 260, amount: 253, gross: 10_000 }],
  [5, 810, false, { rate: 810, amount: 0, gross: 5 }],
  [10_000, 0, true, { rate: 0, amount: 0, gross: 10_000 }],
  [0, 810, true, { rate: 810, amount: 0, gross: 0 }],
])('the VAT of %i Rappen at %i, included: %s', (amount, rate, isIncluded, expected) => {
  expect(vatOf(amount, rate, isIncluded)).toEqual(expected)
})

it('holds from its day on, whatever order the rates are in', () => {
  const vat = {
    standard: [
      { from: '2024-01-01', percent: 810 },
      { from: '2018-01-01', percent: 770 },
    ],
  }
  const days = ['2017-12-31', '2018-01-01', '2023-12-31', '2024-01-01', '2030-01-01']
  expect(days.map((day) => vatRateOn(vat, 'standard', day))).toEqual([770, 770, 770, 810, 810])
  expect(() => vatRateOn(vat, 'full', '2024-01-01')).toThrow(RangeError)
})

it.each([
  ['2026-05-09T21:59:59Z', '2026-05-09'],
  ['2026-05-09T22:00:00Z', '2026-05-10'],
  ['2026-12-31T22:59:59Z', '2026-12-31'],
  ['2026-12-31T23:00:00Z', '2027-01-01'],
])('at %s it is %s in Switzerland', (time, day) => {
  expect(swissDay(Date.parse(time))).toBe(day)
})

it('does not make a time format for each day, of which a table of orders has thousands', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  swissDay(Date.parse('2026-05-10T10:00:00Z'))
  expect(made).not.toHaveBeenCalled()
  made.mockRestore()
})

it.each([
  [10, [1, 1, 1], [4, 3, 3]],
  [1, [1, 2], [0, 1]],
  [5, [0, 0], [0, 0]],
  [100, [810, 260], [76, 24]],
  [0, [3, 4], [0, 0]],
])('splits %i by %j', (amount, weights, parts) => {
  expect(split(amount, weights)).toEqual(parts)
})

it('splits into whole parts that add up, each less than one off its exact share', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.array(fc.nat(10_000_000), { minLength: 1, maxLength: 6 }), (amount, weights) => {
      const parts = split(amount, weights)
      const sum = weights.reduce((so, weight) => so + weight, 0)
      if (sum === 0) return
      expect(parts.reduce((so, part) => so + part, 0)).toBe(amount)
      for (const [index, part] of parts.entries()) {
        expect(Number.isInteger(part)).toBe(true)
        expect(Math.abs(part - (amount * weights[index]!) / sum)).toBeLessThan(1)
      }
    }),
  )
})

it.each([
  [
    'nothing',
    0,
    [
      [10_000, 749],
      [5000, 127],
    ],
  ],
  // 30.00 of 150.00: 20.00 and 10.00
  [
    'a part',
    3000,
    [
      [8000, 599],
      [4000, 101],
    ],
  ],
  [
    'all',
    15_000,
    [
      [0, 0],
      [0, 0],
    ],
  ],
  [
    'more than all',
    99_999,
    [
      [0, 0],
      [0, 0],
    ],
  ],
])('takes %s off both rates in proportion', (_, discount, expected) => {
  const vat = [vatOf(10_000, 810, true), vatOf(5000, 260, true)]
  expect(vatAfterDiscount(vat, discount).map(({ gross, amount }) => [gross, amount])).toEqual(expected)
})
