import { expect, it } from 'vitest'
import type { OrderStatus } from '#domain/shop/order.ts'
import { type PaymentState, paymentOf } from './payment-state.ts'

type Facts = Parameters<typeof paymentOf>[0]
const open: Facts = { state: 'open', payment: 'open', lastPayment: null, paymentMethod: 'card' }

it.each<[string, Partial<OrderStatus>, PaymentState]>([
  ['nothing has come yet', {}, 'waiting'],
  ['part of it has come', { payment: 'partlyPaid', lastPayment: 'received' }, 'partlyPaid'],
  [
    'part of it has come, and the bank has to confirm the rest',
    { payment: 'partlyPaid', lastPayment: 'pending' },
    'pending',
  ],
  ['part of a bill is paid', { paymentMethod: 'prepayment', payment: 'partlyPaid' }, 'bill'],
  ['it came in another currency', { lastPayment: 'otherCurrency' }, 'waiting'],
  ['the bank has to confirm', { lastPayment: 'pending' }, 'pending'],
  ['it failed', { lastPayment: 'failed' }, 'failed'],
  ['it failed first, and then came', { payment: 'paid', lastPayment: 'failed' }, 'paid'],
  ['too much came', { payment: 'overpaid' }, 'paid'],
  ['a bill was sent', { paymentMethod: 'prepayment' }, 'bill'],
  ['a card failed, and a bill was sent', { paymentMethod: 'prepayment', lastPayment: 'failed' }, 'bill'],
  ['it was cancelled', { state: 'cancelled', payment: 'paid' }, 'cancelled'],
  ['it is completed', { state: 'completed', payment: 'paid' }, 'paid'],
  ['it is completed, and the money was returned', { state: 'completed', lastPayment: 'received' }, 'completed'],
  ['it is completed before its bill is paid', { state: 'completed', paymentMethod: 'prepayment' }, 'completed'],
])('%s', (_, facts, expected) => {
  expect(paymentOf({ ...open, ...facts })).toBe(expected)
})

it('a customer who returned without paying is not kept waiting, unless a payment has arrived after all', () => {
  expect(paymentOf(open, true)).toBe('givenUp')
  expect(paymentOf({ ...open, payment: 'paid' }, true)).toBe('paid')
  expect(paymentOf({ ...open, lastPayment: 'pending' }, true)).toBe('pending')
  expect(paymentOf({ ...open, payment: 'partlyPaid', lastPayment: 'received' }, true)).toBe('partlyPaid')
})
