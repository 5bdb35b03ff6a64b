import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharesOf, splitPayments } from './accounting-split.ts'

/** 390.00 at 8.1 % and 20.00 at 2.6 %, VAT included. */
const vat = [
  { rate: 810, amount: 2922, gross: 39_000 },
  { rate: 260, amount: 51, gross: 2000 },
]
const order = { total: 41_000, discount: 0, vat }
const amounts = (...received: number[]) => received.map((amount) => ({ amount }))

test('a payment in full has the same shares by rate as the bill', () => {
  expect(splitPayments(order, amounts(41_000))[0]?.shares).toEqual([
    { rate: 810, gross: 39_000, vat: 2922 },
    { rate: 260, gross: 2000, vat: 51 },
  ])
})

test('partial payments are split in proportion, and add up to the same', () => {
  // 10000 of 41000: 9512.2 and 487.8
  expect(splitPayments(order, amounts(10_000, 31_000)).map(({ shares }) => shares)).toEqual([
    [
      { rate: 810, gross: 9512, vat: 713 },
      { rate: 260, gross: 488, vat: 12 },
    ],
    [
      { rate: 810, gross: 29_488, vat: 2209 },
      { rate: 260, gross: 1512, vat: 39 },
    ],
  ])
})

test('an overpayment is not turnover, and is the first to go when money is paid back', () => {
  expect(splitPayments(order, amounts(50_000, -9000, -41_000)).map(({ shares }) => shares)).toEqual([
    [
      { rate: 810, gross: 39_000, vat: 2922 },
      { rate: 260, gross: 2000, vat: 51 },
      { rate: null, gross: 9000, vat: 0 },
    ],
    [{ rate: null, gross: -9000, vat: 0 }],
    [
      { rate: 810, gross: -39_000, vat: -2922 },
      { rate: 260, gross: -2000, vat: -51 },
    ],
  ])
})

test('a manual discount reduces every rate, and rounding has none', () => {
  expect(sharesOf({ total: 40_998, discount: 4100, vat })).toEqual([
    { rate: 810, gross: 35_100, vat: 2630 },
    { rate: 260, gross: 1800, vat: 46 },
    { rate: 0, gross: -2, vat: 0 },
  ])
  expect(sharesOf({ ...order, discount: 41_000 })).toMatchObject([{ gross: 0 }, { gross: 0 }])
})

test('a payment is split by the discount in effect when it came in', () => {
  const [paid, back] = splitPayments({ ...order, discount: 4100 }, [
    { amount: 41_000, discount: 0 },
    { amount: -4100, discount: 4100 },
  ])
  expect(paid?.shares).toEqual([
    { rate: 810, gross: 39_000, vat: 2922 },
    { rate: 260, gross: 2000, vat: 51 },
  ])
  expect(back?.shares).toEqual([
    { rate: 810, gross: -3900, vat: 2630 - 2922 },
    { rate: 260, gross: -200, vat: 46 - 51 },
  ])
})

test('nothing is lost to rounding between payments', () => {
  const rappen = fc.integer({ min: 0, max: 500_000 })
  const rates = fc.uniqueArray(fc.constantFrom(810, 770, 380, 260), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(
      rates,
      fc.array(rappen, { minLength: 3, maxLength: 3 }),
      fc.integer({ min: -2, max: 2 }),
      rappen,
      fc.array(fc.integer({ min: -200_000, max: 500_000 }), { maxLength: 6 }),
      (chosen, grosses, rounding, discount, received) => {
        const shares = chosen.map((rate, index) => {
          const gross = grosses[index] ?? 0
          return { rate, gross, amount: Math.round((gross * rate) / (10_000 + rate)) }
        })
        const total = Math.max(0, shares.reduce((sum, { gross }) => sum + gross, 0) + rounding)
        const taxed = { total, discount: Math.min(discount, total), vat: shares }
        const split = splitPayments(taxed, amounts(...received))
        for (const { payment, shares: parts } of split) {
          expect(parts.reduce((sum, { gross }) => sum + gross, 0)).toBe(payment.amount)
        }
        const paid = received.reduce((sum, amount) => sum + amount, 0)
        if (paid !== total - taxed.discount) return
        const vatReceived = split.flatMap(({ shares: parts }) => parts).reduce((sum, part) => sum + part.vat, 0)
        expect(vatReceived).toBe(sharesOf(taxed).reduce((sum, part) => sum + part.vat, 0))
      },
    ),
  )
})
