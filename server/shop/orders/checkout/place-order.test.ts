import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digitalCart, hardwareCart, order, orderAddress } from '../../../../tests/support/samples/order-cart.ts'
import { type Client, cookieOf, createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'

let app: TestApp
let anna: Client
let berta: Client
let controllerId: number
beforeAll(async () => {
  app = await createTestApp({ SHOP: 'on' })
  anna = await app.signIn('anna@example.org')
  berta = await app.signIn('berta@example.org')
  controllerId = (await app.claim(anna)).id
})
afterAll(() => app.close())

const rowOf = (key: string) => app.db.selectFrom('order').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
const countOrders = async () => (await app.db.selectFrom('order').select('id').execute()).length
const historyOf = async (key: string) => {
  const { id } = await rowOf(key)
  return app.db.selectFrom('order_history').selectAll().where('order_id', '=', id).orderBy('id').execute()
}
const cartOf = async (key: string) => JSON.parse((await rowOf(key)).cart)

describe('a transmitter', () => {
  it('is ordered for by its owner, not by somebody who only watches it', async () => {
    const cart = { ...digitalCart, subscriptionControllerId: controllerId }
    const before = await countOrders()
    const { body } = await anna.post(`/controller/${controllerId}/watchCode`, {})
    expect((await berta.post('/controller/watches', { code: body.watchCode })).status).toBe(201)
    expect(await berta.post('/shop/order', cart)).toMatchObject({ status: 403 })
    expect(await countOrders()).toBe(before)
    const owned = await order(anna, cart)
    expect(owned.status).toBe(201)
    expect(await cartOf(owned.body.key)).toMatchObject({ subscriptionControllerId: controllerId })
  })

  it('named by somebody who is not signed in is unknown', async () => {
    const before = await countOrders()
    const cart = { ...digitalCart, subscriptionControllerId: controllerId }
    const answer = await app.nobody.post('/shop/order', cart)
    expect(answer).toMatchObject({ status: 404, body: { code: 'controller_not_found' } })
    expect(await countOrders()).toBe(before)
  })
})

describe('the person who orders', () => {
  it('is the customer, with an account or without', async () => {
    const { body } = await order(anna, digitalCart)
    const [placed, ...others] = await historyOf(body.key)
    expect(others).toEqual([])
    expect(placed).toMatchObject({ actor: 'customer', account_id: anna.accountId, action: 'placed', before: null })
    expect(JSON.parse(placed!.after!)).toEqual({ total: body.total, currency: 'chf', paymentMethod: 'twint' })
    const { body: strange } = await order(app.nobody, digitalCart)
    expect(await historyOf(strange.key)).toMatchObject([{ actor: 'customer', account_id: null }])
  })

  it('is the administrator if one acts in the customer’s name', async () => {
    const admin = await app.signIn('admin@example.org', { admin: true })
    const acting = cookieOf((await admin.post(`/admin/user/${anna.accountId}/actAs`)).headers)
    const { body, status } = await app.request('POST', '/shop/order', {
      body: digitalCart,
      headers: { cookie: acting },
    })
    expect(status).toBe(201)
    expect(await historyOf(body.key)).toMatchObject([{ actor: 'administrator', account_id: admin.accountId }])
    expect(await rowOf(body.key)).toMatchObject({ account_id: anna.accountId })
  })
})

describe('the same order again', () => {
  const id = (last: string) => `6f1c1f60-5d3c-4f7e-9a3b-${last.padStart(12, '0')}`

  it('is the same with another payment method, or an address in different case', async () => {
    const first = await order(app.nobody, digitalCart, { id: id('1') })
    const address = { ...orderAddress, email: 'ANNA@example.org' }
    const again = await order(app.nobody, { ...digitalCart, address, paymentMethod: 'card' }, { id: id('1') })
    expect([again.status, again.body.key]).toEqual([201, first.body.key])
  })

  it('is paid with the method now wanted, and a bill for it is mailed once', async () => {
    const before = await countOrders()
    const cart = { ...digitalCart, address: { ...orderAddress, email: 'carla@example.org' } }
    const wanted = (paymentMethod: string) => order(app.nobody, { ...cart, paymentMethod }, { id: id('91') })
    const { body } = await wanted('card')
    expect(body.paymentUrl).toContain('/api/shop/testPayment/')
    for (const _ of [1, 2]) expect((await wanted('prepayment')).body).toMatchObject({ key: body.key, paymentUrl: null })
    expect(await rowOf(body.key)).toMatchObject({ payment_method: 'prepayment' })
    const { id: orderId } = await rowOf(body.key)
    const bills = app.db.selectFrom('order_mail').where('order_id', '=', orderId).where('template', '=', 'advance')
    expect(await bills.select('id').execute()).toHaveLength(1)
    expect((await wanted('card')).body.paymentUrl).toBe(body.paymentUrl)
    expect([(await historyOf(body.key)).map(({ action }) => action), await countOrders()]).toEqual([
      ['placed', 'edited', 'edited'],
      before + 1,
    ])
  })

  it('keeps the method it was paid with, whatever is wanted now', async () => {
    const cart = { ...digitalCart, address: { ...orderAddress, email: 'carla@example.org' } }
    const { body } = await order(app.nobody, cart, { id: id('92') })
    await app.db.updateTable('order').set({ paid: body.total }).where('key', '=', body.key).execute()
    const again = await order(app.nobody, { ...cart, paymentMethod: 'prepayment' }, { id: id('92') })
    expect(again).toMatchObject({ status: 201, body: { key: body.key, paymentUrl: null } })
    expect(await rowOf(body.key)).toMatchObject({ payment_method: 'twint' })
  })

  it.each([
    ['another comment', { comment: 'bitte bald' }],
    ['another name', { address: { ...orderAddress, lastname: 'Meier' } }],
    ['another address for mail', { address: { ...orderAddress, email: 'anna@example.net' } }],
  ])('with %s would be another order under the same id, and is refused', async (_, changes) => {
    const own = id(String(2 + (await countOrders())))
    expect((await order(app.nobody, digitalCart, { id: own })).status).toBe(201)
    const other = await app.nobody.post('/shop/order', { ...digitalCart, ...changes, id: own })
    expect(other).toMatchObject({ status: 409, body: { code: 'already_exists' } })
  })

  it('costs what it cost then, whatever the prices are now', async () => {
    const first = await order(app.nobody, digitalCart, { id: id('90') })
    const again = await app.nobody.post('/shop/order', { ...digitalCart, id: id('90'), total: 1 })
    expect(again).toMatchObject({ status: 201, body: { key: first.body.key, total: first.body.total } })
  })

  it('costs less after a discount', async () => {
    const { body } = await order(app.nobody, digitalCart, { id: id('95') })
    await app.db.updateTable('order').set({ discount: 100 }).where('key', '=', body.key).execute()
    const again = await order(app.nobody, digitalCart, { id: id('95') })
    expect(again).toMatchObject({ status: 201, body: { key: body.key, total: body.total - 100 } })
  })
})

describe('nothing is ordered', () => {
  it.each([
    ['of an empty cart', { nofSubscriptions: 0 }, 400, 'cart_empty', undefined],
    ['at another price than was shown', { total: 1 }, 409, 'price_changed', undefined],
    ['without a name', { address: { ...orderAddress, lastname: '' } }, 400, 'invalid_body', 'address.lastname'],
  ])('%s', async (_, changes, status, code, path) => {
    const before = await countOrders()
    const answer = await app.nobody.post('/shop/order', { ...digitalCart, ...changes })
    expect(answer).toMatchObject({ status, body: { code } })
    if (path) expect(answer.body.issues).toMatchObject([{ path }])
    expect(await countOrders()).toBe(before)
  })

  it('twice, by two simultaneous calls with the same id', async () => {
    const id = '6f1c1f60-5d3c-4f7e-9a3b-0000000000aa'
    const before = await countOrders()
    const answers = await Promise.all([1, 2, 3].map(() => app.nobody.post('/shop/order', { ...digitalCart, id })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.key)).size).toBe(1)
    expect(await countOrders()).toBe(before + 1)
  })

  it('without waking the loop that writes the confirmation', async () => {
    const { wakeOrders } = app.deps
    let wakes = 0
    app.deps.wakeOrders = () => void wakes++
    expect((await order(app.nobody, { ...digitalCart, paymentMethod: 'prepayment' })).status).toBe(201)
    app.deps.wakeOrders = wakeOrders
    expect(wakes).toBe(1)
  })
})

describe('what is stored with an order', () => {
  it('is the chosen payment method, or the first one if none was chosen', async () => {
    const { body } = await app.nobody.post('/shop/order', { ...digitalCart, paymentMethod: null })
    expect(await rowOf(body.key)).toMatchObject({ payment_method: body.paymentMethods[0] })
    expect(await cartOf(body.key)).toMatchObject({ paymentMethod: body.paymentMethods[0] })
  })

  it('is the customer’s remark, and nothing about goods if it is for subscriptions only', async () => {
    const cart = { ...hardwareCart, mode: 'digital', comment: 'Bitte klingeln' }
    const { body } = await order(app.nobody, cart)
    expect(await rowOf(body.key)).toMatchObject({ remark: 'Bitte klingeln', comment: '', mode: 'digital' })
    expect(await cartOf(body.key)).toMatchObject({ nofControllers: 0 })
  })

  it('is no payment method that is not offered', async () => {
    const none = await createTestApp({ SHOP: 'on', PAYMENT_PROVIDER: 'none' })
    const answer = await none.nobody.post('/shop/order', digitalCart)
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'payment_method_unavailable', issues: [{ path: 'paymentMethod' }] },
    })
    expect((await none.db.selectFrom('order').select('id').execute()).length).toBe(0)
    await none.close()
  })
})

describe('paying later', () => {
  it('is not possible if nothing is due, or the order is over', async () => {
    const { body } = await order(app.nobody, digitalCart)
    const pay = (paymentMethod?: string) =>
      app.nobody.post(`/shop/order/${body.key}/payment`, paymentMethod ? { paymentMethod } : {})
    const set = (changes: object) => app.db.updateTable('order').set(changes).where('key', '=', body.key).execute()
    const refused = { status: 409, body: { code: 'order_not_payable' } }
    await set({ paid: body.total })
    expect(await pay()).toMatchObject(refused)
    await set({ paid: body.total - 1 })
    expect((await pay()).status).toBe(200)
    await set({ paid: 0, state: 'completed' })
    expect(await pay('card')).toMatchObject(refused)
  })

  it('by another method is in the history, once, and requests no bill if one is on its way', async () => {
    const { body } = await order(app.nobody, digitalCart)
    const pay = (paymentMethod: string) => app.nobody.post(`/shop/order/${body.key}/payment`, { paymentMethod })
    for (const method of ['card', 'card', 'prepayment', 'twint', 'prepayment']) {
      expect((await pay(method)).status).toBe(200)
    }
    const history = (await historyOf(body.key)).slice(1)
    expect(history.map(({ before, after }) => [before, after].map((one) => JSON.parse(one!).paymentMethod))).toEqual([
      ['twint', 'card'],
      ['card', 'prepayment'],
      ['prepayment', 'twint'],
      ['twint', 'prepayment'],
    ])
    for (const { actor, action } of history) expect([actor, action]).toEqual(['customer', 'edited'])
    const { id } = await rowOf(body.key)
    const mails = await app.db.selectFrom('order_mail').select('template').where('order_id', '=', id).execute()
    expect(mails.map(({ template }) => template)).toEqual(['confirmation', 'advance'])
  })

  it('by bill requests none if one was sent before', async () => {
    const { body } = await order(app.nobody, digitalCart)
    await app.db.updateTable('order').set({ advance_requested: 1 }).where('key', '=', body.key).execute()
    await app.nobody.post(`/shop/order/${body.key}/payment`, { paymentMethod: 'prepayment' })
    const { id } = await rowOf(body.key)
    const mails = await app.db.selectFrom('order_mail').select('template').where('order_id', '=', id).execute()
    expect(mails.map(({ template }) => template)).toEqual(['confirmation'])
  })
})
