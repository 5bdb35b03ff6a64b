import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { sampleOrder } from '../../../tests/support/samples/sample-order.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import type { PaymentNotice } from '../../platform/adapters/payment.ts'
import { insertCheckout, selectCheckout } from './checkout-queries.ts'
import type { OrderPaymentRow } from './order-queries.ts'
import { recordPayment } from './record-payment.ts'

let app: TestApp
let wakes = 0
beforeAll(async () => {
  app = await createTestApp({ SHOP: 'on' })
  app.deps.wakeOrders = () => void wakes++
})
afterAll(() => app.close())

type Told = PaymentNotice['outcome']

/** An order with a payment page, and Stripe's notices about it. */
async function payable(fields: object = {}) {
  const { id, key, total } = await sampleOrder(app, {}, { payment_method: 'card', ...fields })
  const notice: PaymentNotice = {
    ...{ orderKey: key, checkoutId: `cs_${id}`, paymentId: `pi_${id}` },
    ...{ outcome: 'received', amount: total, currency: 'chf', method: 'card' },
  }
  await insertCheckout(app.db, {
    ...{ order_id: id, provider: 'stripe', provider_id: notice.checkoutId, amount: total, currency: 'chf' },
    ...{ method: 'card', url: 'https://pay.example.org', state: 'open', created_at: 0 },
    ...{ expires_at: app.clock.now() + 3600_000, due_at: app.clock.now() + 3600_000 },
  })
  const tell = (outcome: Told, changes: Partial<PaymentNotice> = {}) =>
    recordPayment(app.deps, 'stripe', { ...notice, outcome, ...changes })
  const row = () => app.db.selectFrom('order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const payments = (): Promise<OrderPaymentRow[]> =>
    app.db.selectFrom('order_payment').selectAll().where('order_id', '=', id).execute()
  const history = async () =>
    (await app.db.selectFrom('order_history').selectAll().where('order_id', '=', id).orderBy('id').execute()).map(
      ({ actor, account_id, action, after }) => ({ actor, account_id, action, after: after && JSON.parse(after) }),
    )
  const checkout = async () => (await selectCheckout(app.db, 'stripe', notice.checkoutId))!
  return { id, key, total, notice, tell, row, payments, history, checkout }
}

describe('a payment that is reported again', () => {
  const fates = { pending: 'pending', failed: 'failed', received: 'received' } as const
  it.each<[keyof typeof fates, keyof typeof fates, boolean]>([
    ['pending', 'received', true],
    ['pending', 'failed', true],
    ['pending', 'pending', false],
    ['failed', 'received', true],
    // a failed payment never becomes pending again
    ['failed', 'pending', false],
    ['failed', 'failed', false],
    // a received payment stays
    ['received', 'received', false],
    ['received', 'pending', false],
    ['received', 'failed', false],
  ])('from %s to %s: %s', async (first, second, isTaken) => {
    const { tell, payments, history, row, total } = await payable()
    expect(await tell(first)).toBe('recorded')
    wakes = 0
    expect(await tell(second)).toBe(isTaken ? 'recorded' : 'known')
    expect(wakes).toBe(isTaken ? 1 : 0)
    expect(await payments()).toMatchObject([{ status: isTaken ? second : first }])
    expect((await history()).filter(({ action }) => action.startsWith('payment'))).toHaveLength(isTaken ? 2 : 1)
    expect((await row()).paid).toBe([first, isTaken ? second : first].includes('received') ? total : 0)
  })

  it('in another currency does not turn into one that counts', async () => {
    const { tell, payments, row } = await payable()
    await tell('received', { currency: 'eur' })
    expect(await tell('received')).toBe('known')
    expect(await payments()).toMatchObject([{ status: 'otherCurrency', currency: 'eur' }])
    expect(await row()).toMatchObject({ paid: 0, received_at: null })
  })
})

describe('what counts towards an order', () => {
  it.each([
    ['a Rappen', { amount: 1 }, 'received', 1],
    ['nothing', { amount: 0 }, 'otherCurrency', 0],
    ['less than nothing', { amount: -500 }, 'otherCurrency', 0],
    ['another currency', { currency: 'eur' }, 'otherCurrency', 0],
  ])('%s', async (_, changes, status, paid) => {
    const { tell, payments, row } = await payable()
    expect(await tell('received', changes)).toBe('recorded')
    expect(await payments()).toMatchObject([{ status }])
    expect((await row()).paid).toBe(paid)
  })

  test('two payments add up', async () => {
    const { tell, row, total } = await payable()
    await tell('received', { amount: 1000, paymentId: 'pi_first' })
    await tell('received', { amount: 500, paymentId: 'pi_second' })
    expect(await row()).toMatchObject({ paid: 1500, total, received_at: null })
  })
})

test('a payment is recorded as it came, with its order', async () => {
  const anna = await app.signIn('anna@example.org')
  const { tell, payments, history, total, id, row } = await payable({ account_id: anna.accountId })
  app.clock.advance(60_000)
  await tell('pending', { amount: 1 })
  app.clock.advance(60_000)
  await tell('received')
  const now = app.clock.now()
  const came = { amount: total, currency: 'chf', method: 'card', provider: 'stripe', status: 'received' }
  expect(await payments()).toMatchObject([{ ...came, order_id: id, provider_id: `pi_${id}`, received_at: now }])
  const whose = { actor: 'customer', account_id: anna.accountId }
  expect(await history()).toEqual([
    { ...whose, action: 'paymentPending', after: { ...came, amount: 1, status: 'pending' } },
    { ...whose, action: 'paymentReceived', after: came },
    { actor: 'system', account_id: null, action: 'paidInFull', after: null },
  ])
  expect(await row()).toMatchObject({ paid: total, received_at: now, updated_at: now })
})

test.each<[Told, string]>([
  ['received', 'paid'],
  ['failed', 'failed'],
  ['expired', 'expired'],
  ['pending', 'open'],
])('the page of a payment that %s is %s', async (outcome, state) => {
  const { tell, checkout } = await payable()
  const other = await payable()
  expect(await tell(outcome)).toBe('recorded')
  expect(await checkout()).toMatchObject({ state })
  expect(await other.checkout()).toMatchObject({ state: 'open' })
})

test('a page that expired brought no payment, and one that was paid stays paid', async () => {
  const { tell, checkout, payments, history } = await payable()
  expect(await tell('expired')).toBe('recorded')
  expect([await payments(), await history()]).toEqual([[], []])
  await tell('received')
  await tell('expired')
  expect(await checkout()).toMatchObject({ state: 'paid' })
})

test('a failed payment is in the history as such', async () => {
  const { tell, history } = await payable()
  await tell('failed')
  expect(await history()).toMatchObject([{ action: 'paymentFailed', after: { status: 'failed' } }])
})

test('an unknown order changes nothing and wakes nobody', async () => {
  const { tell, checkout, payments } = await payable()
  wakes = 0
  expect(await tell('received', { orderKey: 'AAAA-AAAA-AAAA-AAAA' })).toBe('unknown')
  expect(wakes).toBe(0)
  expect([(await checkout()).state, await payments()]).toEqual(['open', []])
})
