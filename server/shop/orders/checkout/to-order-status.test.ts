import { expect, test } from 'vitest'
import type { OrderPaymentRow, OrderRow } from '../order-queries.ts'
import { toOrderStatus } from './to-order-status.ts'

const order = {
  ...{ key: 'AAAA-BBBB-CCCC-DDDD', state: 'open', payment_method: 'twint', currency: 'chf', mode: 'digital' },
  ...{ total: 1000, discount: 200, paid: 300, ordered_at: Date.parse('2026-05-10T10:00:00Z') },
} as OrderRow
const mails = { mail: 'sent' as const, papers: [], codes: [] }
type Told = Parameters<typeof toOrderStatus>
const status = (changes: Partial<OrderRow> = {}, last?: Told[1], fulfilment?: Told[2]) =>
  toOrderStatus({ ...order, ...changes }, last, fulfilment, mails)

test('an order is shown with its total after the discount, and what is paid and due', () => {
  expect(status()).toEqual({
    ...{ key: 'AAAA-BBBB-CCCC-DDDD', state: 'open', payment: 'partlyPaid', lastPayment: null, paymentMethod: 'twint' },
    ...{ currency: 'chf', total: 800, paid: 300, due: 500, orderedAt: '2026-05-10T10:00:00.000Z', digital: true },
    ...{ fulfilled: false, ...mails },
  })
  expect(status({ mode: 'hardware+digital' })).toMatchObject({ digital: false })
  expect(status({ state: 'cancelled' })).toMatchObject({ total: 800, paid: 300, due: 0 })
})

test.each([
  [0, 'open', 'failed'],
  [300, 'partlyPaid', 'failed'],
  // earlier failures no longer matter once everything is paid
  [800, 'paid', null],
  [801, 'overpaid', null],
])('with %s paid it is %s, and the last try is shown as %s', (paid, payment, lastPayment) => {
  const failed = { status: 'failed' } as OrderPaymentRow
  expect(status({ paid }, failed)).toMatchObject({ payment, lastPayment })
})

test.each([
  ['done', true],
  ['due', false],
  ['failed', false],
] as const)('a fulfilment that is %s counts as fulfilled: %s', (state, fulfilled) => {
  expect(status({}, undefined, { state } as Told[2])).toMatchObject({ fulfilled })
})
