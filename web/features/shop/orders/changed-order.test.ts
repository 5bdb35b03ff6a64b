import { expect, test } from 'vitest'
import type { OrderDetail } from '#domain/shop/order-administration.ts'
import { changedOrder } from './changed-order.ts'

const address = { firstname: 'Anna', lastname: 'Müller', company: '', email: 'anna@example.org' }
const order = {
  ...{ ordered: 50_000, discount: 0, total: 50_000, paid: 10_000, due: 40_000, payment: 'partlyPaid', state: 'open' },
  ...{
    flags: ['offerSent'],
    comment: '',
    mails: [{ id: 1 }, { id: 2 }],
    usedCodesOpen: true,
    strangePaymentsOpen: true,
    customer: 'Anna Müller',
    email: 'anna@example.org',
    address,
  },
} as unknown as OrderDetail

test.each([
  [{ state: 'cancelled' }, { state: 'cancelled', due: 40_000 }],
  [{ flags: { invoiceSent: true } }, { flags: ['offerSent', 'invoiceSent'] }],
  [{ flags: { offerSent: false } }, { flags: [] }],
  [{ discount: 40_000 }, { total: 10_000, due: 0, payment: 'paid', discount: 40_000 }],
  [{ payment: { amount: 45_000, method: 'card' } }, { paid: 55_000, due: -5000, payment: 'overpaid' }],
  [{ comment: 'Ruft an' }, { comment: 'Ruft an', total: 50_000 }],
  [{ attended: 1 }, { mails: [{ id: 2 }], usedCodesOpen: true }],
  [{ attended: 'usedCodes' }, { mails: [{ id: 1 }, { id: 2 }], usedCodesOpen: false, strangePaymentsOpen: true }],
  [{ attended: 'strangePayments' }, { usedCodesOpen: true, strangePaymentsOpen: false }],
  [{ address: { ...order.address, company: 'Imkerei' } }, { customer: 'Imkerei', email: 'anna@example.org' }],
] as const)('%j shows %j at once', (changes, shown) => {
  expect(changedOrder(order, changes as Parameters<typeof changedOrder>[1])).toMatchObject(shown)
})
