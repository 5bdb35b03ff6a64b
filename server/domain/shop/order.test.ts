import { describe, expect, it } from 'vitest'
import {
  amountAsked,
  amountDue,
  amountToPay,
  mayBecome,
  needsAttention,
  type OrderState,
  orderStates,
  paymentOf,
} from './order.ts'

describe('what is due', () => {
  it.each([
    [{ total: 12_000, discount: 0, paid: 0 }, 12_000, 'open'],
    [{ total: 12_000, discount: 2000, paid: 0 }, 10_000, 'open'],
    [{ total: 12_000, discount: 2000, paid: 4000 }, 6000, 'partlyPaid'],
    [{ total: 12_000, discount: 2000, paid: 10_000 }, 0, 'paid'],
    [{ total: 12_000, discount: 0, paid: 12_005 }, -5, 'overpaid'],
    [{ total: 12_000, discount: 12_000, paid: 0 }, 0, 'paid'],
    [{ total: 12_000, discount: 15_000, paid: 0 }, 0, 'paid'],
    [{ total: 0, discount: 0, paid: 0 }, 0, 'paid'],
  ] as const)('%o leaves %i: %s', (order, due, payment) => {
    expect(amountDue(order)).toBe(due)
    expect(paymentOf(order)).toBe(payment)
    expect(amountToPay(order)).toBeGreaterThanOrEqual(0)
  })
})

it.each([
  ['open', 8000],
  ['completed', 8000],
  ['cancelled', 0],
] as const)('of an order that is %s, the customer is asked for %i', (state, asked) => {
  expect(amountAsked({ total: 12_000, discount: 0, paid: 4000, state })).toBe(asked)
})

describe('a person has to look', () => {
  const calm = { strangePayments: 0, fulfilmentFailed: false, mailFailed: false, usedCodes: 0, codesUnpaid: false }
  const paid = { total: 100, discount: 0, paid: 100, state: 'open' as OrderState }

  it.each([
    ['not at what is paid', paid, calm, false],
    ['not at what was cancelled unpaid', { ...paid, paid: 0, state: 'cancelled' as const }, calm, false],
    ['where too much came', { ...paid, paid: 101 }, calm, true],
    ['where money came for what was cancelled', { ...paid, state: 'cancelled' as const }, calm, true],
    ['where another currency came', { ...paid, paid: 0 }, { ...calm, strangePayments: 1 }, true],
    ['where nothing could be given', paid, { ...calm, fulfilmentFailed: true }, true],
    ['where a mail did not arrive', paid, { ...calm, mailFailed: true }, true],
    ['where codes were used that ended', paid, { ...calm, usedCodes: 1 }, true],
    ['where codes are good and not paid', paid, { ...calm, codesUnpaid: true }, true],
  ])('%s', (_, order, signs, expected) => {
    expect(needsAttention(order, signs)).toBe(expected)
  })
})

it('goes from open to a final state and back, never from one final state to the other', () => {
  const ways = orderStates.flatMap((from) =>
    orderStates.filter((to) => mayBecome(from, to)).map((to) => `${from} ${to}`),
  )
  expect(ways.sort()).toEqual(['cancelled open', 'completed open', 'open cancelled', 'open completed'])
})
