import fc from 'fast-check'
import { expect, it } from 'vitest'
import { extraDays } from './quantity-discount.ts'

const discount = { secondTransmitterDays: 30, furtherTransmitterDays: 60, maximumDaysPerYear: 180 }
const year = { years: 1, days: 0 }

it.each([
  ['the only transmitter', 0, year, 0, 0],
  ['the second', 1, year, 0, 30],
  ['the third', 2, year, 0, 60],
  ['the tenth', 9, year, 0, 60],
  ['the second, for two years', 1, { years: 2, days: 0 }, 0, 60],
  ['the third, for four years', 2, { years: 4, days: 0 }, 0, 180],
  ['the second, for half a year', 1, { years: 0, days: 183 }, 0, 15],
  ['the second, for a day', 1, { years: 0, days: 1 }, 0, 0],
  ['the second, for a year and a half', 1, { years: 1, days: 183 }, 0, 45],
  ['the third, with little left of the year', 2, year, 150, 30],
  ['the third, with nothing left of the year', 2, year, 180, 0],
  ['the third, after the maximum was lowered', 2, year, 300, 0],
])('%s', (_, others, term, grantedThisYear, expected) => {
  expect(extraDays(discount, { others, term, grantedThisYear })).toBe(expected)
})

it('gives whole days, never negative, and never more than the maximum in a year', () => {
  const renewal = fc.record({
    others: fc.nat(20),
    term: fc.record({ years: fc.nat(10), days: fc.nat(400) }),
  })
  fc.assert(
    fc.property(fc.array(renewal, { maxLength: 20 }), (renewals) => {
      let grantedThisYear = 0
      for (const one of renewals) {
        const days = extraDays(discount, { ...one, grantedThisYear })
        expect(Number.isInteger(days) && days >= 0).toBe(true)
        grantedThisYear += days
      }
      expect(grantedThisYear).toBeLessThanOrEqual(discount.maximumDaysPerYear)
    }),
  )
})
