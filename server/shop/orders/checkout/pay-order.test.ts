import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sampleOrder } from '../../../../tests/support/samples/sample-order.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { selectCheckouts } from '../checkout-queries.ts'
import { openCheckout } from './open-checkout.ts'
import { payOrder } from './pay-order.ts'
import { payTest, type TestWay, testCheckout } from './pay-test.ts'

let app: TestApp
let wakes = 0
beforeAll(async () => {
  app = await createTestApp({ SHOP: 'on' })
  app.deps.wakeOrders = () => void wakes++
})
afterAll(() => app.close())
beforeEach(() => {
  wakes = 0
})

const rowOf = (id: number) => app.db.selectFrom('order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const set = (id: number, changes: object) => app.db.updateTable('order').set(changes).where('id', '=', id).execute()
const historyOf = async (id: number) =>
  (await app.db.selectFrom('order_history').select('action').where('order_id', '=', id).execute()).map(
    ({ action }) => action,
  )
const billsOf = (id: number) => app.db.selectFrom('order_mail').select('template').where('order_id', '=', id).execute()

describe('another payment method', () => {
  it('is kept with the order, and no bill is requested', async () => {
    const { id } = await sampleOrder(app, {}, { payment_method: 'twint' })
    const { paymentUrl } = await payOrder(app.deps, await rowOf(id), 'card')
    expect(paymentUrl).toContain('/api/shop/testPayment/')
    expect(await rowOf(id)).toMatchObject({ payment_method: 'card' })
    expect([await historyOf(id), await billsOf(id)]).toEqual([['edited'], []])
    expect(wakes).toBeGreaterThan(0)
  })

  it('by bill requests the bill, and wakes the loop that writes it', async () => {
    const { id } = await sampleOrder(app, {}, { payment_method: 'twint' })
    expect(await payOrder(app.deps, await rowOf(id), 'prepayment')).toEqual({ paymentUrl: null })
    expect([await billsOf(id), wakes]).toEqual([[{ template: 'advance' }], 1])
  })

  it('that the order already has changes nothing', async () => {
    const { id } = await sampleOrder(app, {}, { payment_method: 'prepayment' })
    expect(await payOrder(app.deps, await rowOf(id), 'prepayment')).toEqual({ paymentUrl: null })
    expect([await historyOf(id), await billsOf(id), wakes]).toEqual([[], [], 0])
  })

  it.each([
    ['was cancelled', { state: 'cancelled' }],
    ['was paid', { paid: 10_000_000 }],
    ['costs nothing any more', { discount: 10_000_000 }],
    ['was changed so by a double tap', { payment_method: 'prepayment' }],
  ])('is not recorded if the order %s at the same moment', async (_, changes) => {
    const { id } = await sampleOrder(app, {}, { payment_method: 'twint' })
    const seen = await rowOf(id)
    await set(id, changes)
    const { payment_method } = await rowOf(id)
    await payOrder(app.deps, seen, 'prepayment')
    expect(await rowOf(id)).toMatchObject({ payment_method })
    expect([await historyOf(id), await billsOf(id)]).toEqual([[], []])
  })

  it('for an order that has vanished by then is not an error', async () => {
    const { id } = await sampleOrder(app, {}, { payment_method: 'twint' })
    const seen = await rowOf(id)
    await app.db.deleteFrom('order').where('id', '=', id).execute()
    expect(await payOrder(app.deps, seen, 'prepayment')).toEqual({ paymentUrl: null })
  })

  it('has to be one that is offered', async () => {
    const { id } = await sampleOrder(app, {}, { payment_method: 'prepayment' })
    const deps = { ...app.deps, payment: { ...app.deps.payment, methods: ['twint' as const] } }
    const refused = { status: 400, code: 'payment_method_unavailable' }
    await expect(payOrder(deps, await rowOf(id), 'card')).rejects.toMatchObject(refused)
    expect(await rowOf(id)).toMatchObject({ payment_method: 'prepayment' })
  })
})

describe('the test payment page', () => {
  it.each<[TestWay, string, (due: number) => number, string, string]>([
    ['card', 'received', (due) => due, 'chf', 'card'],
    ['twint', 'received', (due) => due, 'chf', 'twint'],
    ['half', 'received', (due) => Math.ceil(due / 2), 'chf', 'card'],
    ['double', 'received', (due) => 2 * due, 'chf', 'card'],
    ['currency', 'otherCurrency', (due) => due, 'eur', 'card'],
    ['fail', 'failed', (due) => due, 'chf', 'card'],
  ])('pays by %s', async (way, status, amountOf, currency, method) => {
    const { id, total } = await sampleOrder(app, {}, { payment_method: 'card', discount: 1 })
    await openCheckout(app.deps, await rowOf(id), 'card')
    const [page] = await selectCheckouts(app.db, id)
    const found = (await testCheckout(app.deps, page!.provider_id))!
    const url = await payTest(app.deps, found, way)
    expect(url.endsWith('&payment=failed')).toBe(way === 'fail')
    const payments = await app.db.selectFrom('order_payment').selectAll().where('order_id', '=', id).execute()
    expect(payments).toMatchObject([{ status, amount: amountOf(total - 1), currency, method, provider: 'test' }])
  })

  it('can be given up without a payment', async () => {
    const { id } = await sampleOrder(app, {}, { payment_method: 'card' })
    await openCheckout(app.deps, await rowOf(id), 'card')
    const [page] = await selectCheckouts(app.db, id)
    const url = await payTest(app.deps, (await testCheckout(app.deps, page!.provider_id))!, 'giveUp')
    expect(url).toContain('&payment=givenUp')
    expect(await app.db.selectFrom('order_payment').select('id').where('order_id', '=', id).execute()).toEqual([])
  })
})
