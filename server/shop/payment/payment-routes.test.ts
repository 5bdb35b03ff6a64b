import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { digitalCart, hardwareCart, order } from '../../../tests/support/samples/order-cart.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import {
  STRIPE_WEBHOOK_SECRET,
  type StripeService,
  startStripeService,
} from '../../../tests/support/services/stripe-service.ts'
import { settleOrder } from '../orders/settle-order.ts'

const MINUTE = 60_000
const DAY = 24 * 3600_000

let app: TestApp
let stripe: StripeService
let server: Server

beforeAll(async () => {
  stripe = await startStripeService(() => app.clock.now())
  app = await createTestApp(stripe.environment)
  const answer = getRequestListener(app.app.fetch)
  server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stripe.state.webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/shop/webhook/stripe`
})
afterEach(() => Object.assign(stripe.state, { down: false, silent: false }))
afterAll(async () => {
  await app.close()
  await stripe.close()
  await new Promise((resolve) => server.close(resolve))
})

async function ordered(cart: object = digitalCart) {
  const { status, body } = await order(app.nobody, cart)
  expect(status).toBe(201)
  return { key: body.key as string, total: body.total as number, session: stripe.last().id }
}
const stateOf = async (key: string) => (await app.nobody.get(`/shop/order/${key}`)).body
const rowOf = (key: string) => app.db.selectFrom('order').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
const historyOf = async (key: string) =>
  (
    await app.db
      .selectFrom('order_history')
      .select('action')
      .where('order_id', '=', (await rowOf(key)).id)
      .execute()
  ).map(({ action }) => action)
const codesOf = async (key: string) =>
  app.db
    .selectFrom('order_code')
    .selectAll()
    .where('order_id', '=', (await rowOf(key)).id)
    .execute()

describe('a checkout', () => {
  it('has the amount, the payment method and the language of the order, and one page however often it is requested', async () => {
    const { key, total, session } = await ordered(hardwareCart)
    expect(stripe.sessions.get(session)).toMatchObject({
      mode: 'payment',
      amount_total: total,
      currency: 'chf',
      payment_method_types: ['twint'],
      client_reference_id: key,
      customer_email: 'anna@example.org',
      locale: 'en',
      success_url: `http://localhost/shop/completion?order=${key}`,
      metadata: { order: key },
    })
    const again = await app.nobody.post(`/shop/order/${key}/payment`, {})
    expect(again.body.paymentUrl).toBe(`${stripe.url}/pay/${session}`)
  })

  it('that cannot be opened loses no order: the same request again continues with it', async () => {
    stripe.state.down = true
    const id = '6f1c1f60-5d3c-4f7e-9a3b-2b1d7e8c9a10'
    const failed = await order(app.nobody, digitalCart, { id })
    expect(failed).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } })
    stripe.state.down = false
    const { status, body } = await order(app.nobody, digitalCart, { id })
    expect(status).toBe(201)
    expect(body.paymentUrl).toMatch(/\/pay\/cs_test_/)
  })
})

describe('a call of Stripe', () => {
  it('pays the order, which is fulfilled once, however often and concurrently it comes', async () => {
    const { key, total, session } = await ordered()
    const statuses = await stripe.pay(session, { times: 50 })
    expect(new Set(statuses)).toEqual(new Set([200]))
    await Promise.all([app.settleOrders(), app.settleOrders()])
    await stripe.tell(session, 'async_payment_succeeded')
    await app.settleOrders()
    expect(await stateOf(key)).toMatchObject({ state: 'completed', payment: 'paid', paid: total, fulfilled: true })
    expect(await codesOf(key)).toHaveLength(1)
    expect(await historyOf(key)).toEqual(['placed', 'paymentReceived', 'paidInFull', 'fulfilled', 'completed'])
  })

  it.each([
    ['another secret', { secret: 'whsec_other' }],
    ['an old signature', { ageSeconds: 400 }],
  ])('with %s changes nothing', async (_, call) => {
    const { key, session } = await ordered()
    expect(await stripe.pay(session, call)).toEqual([400])
    expect(await stateOf(key)).toMatchObject({ payment: 'open', paid: 0 })
    expect(await historyOf(key)).toEqual(['placed'])
  })

  it('without a signature, or with a body of a megabyte, is refused', async () => {
    const unsigned = await app.nobody.post('/shop/webhook/stripe', { type: 'checkout.session.completed' })
    expect(unsigned).toMatchObject({ status: 400, body: { code: 'signature_wrong' } })
    const large = await app.nobody.post('/shop/webhook/stripe', 'x'.repeat(1024 * 1024))
    expect(large).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
  })

  it.each([
    [
      'an order that is not known here',
      { metadata: { shop: 'hivewatch', order: 'B0XE-5JYT-TXF0-NKFW', method: 'twint' } },
    ],
    ['another shop', { metadata: { shop: 'honey', order: 'x' } }],
  ])('about %s is taken, and changes nothing', async (_, changes) => {
    const { key, session } = await ordered()
    expect(await stripe.pay(session, { changes })).toEqual([200])
    expect(await stateOf(key)).toMatchObject({ payment: 'open' })
  })

  it.each([
    ['no amount of money', { amount_total: 'much' as never }],
    ['an order that no database takes', { metadata: { shop: 'hivewatch', order: 'B0XE\0' } }],
    ['no name', { id: undefined as never }],
    ['ways that are no list', { payment_method_types: 7 as never }],
  ])('about %s is refused, so that Stripe repeats it, and logged', async (_, changes) => {
    const { key, session } = await ordered()
    const logged = vi.spyOn(app.deps.logger, 'error').mockImplementation(() => undefined)
    expect(await stripe.pay(session, { changes })).toEqual([400])
    expect(logged).toHaveBeenCalledExactlyOnceWith({ reason: expect.any(String) }, expect.any(String))
    logged.mockRestore()
    expect(await stateOf(key)).toMatchObject({ payment: 'open' })
  })

  it.each([
    ['nothing', 'null'],
    ['something without what it is about', '{"type":"checkout.session.completed"}'],
    ['a checkout that is none', '{"type":"checkout.session.expired","data":{"object":null}}'],
  ])('that says %s is taken, and changes nothing', async (_, body) => {
    const time = Math.floor(app.clock.now() / 1000)
    const signature = createHmac('sha256', STRIPE_WEBHOOK_SECRET).update(`${time}.${body}`).digest('hex')
    const headers = { 'stripe-signature': `t=${time},v1=${signature}` }
    const answer = await app.app.request('/api/shop/webhook/stripe', { method: 'POST', body, headers })
    expect(answer.status).toBe(200)
  })

  it('gets the answer that Stripe expects, and is logged for an order unknown here', async () => {
    const { key, session } = await ordered()
    const warnings: unknown[] = []
    const { warn } = app.deps.logger
    app.deps.logger.warn = (...said: unknown[]) => void warnings.push(said[0])
    await stripe.pay(session)
    expect([warnings, (await stateOf(key)).payment]).toEqual([[], 'paid'])
    const unknown = await ordered()
    const metadata = { shop: 'hivewatch', order: 'B0XE-5JYT-TXF0-NKFW', method: 'twint' }
    await stripe.pay(unknown.session, { changes: { metadata } })
    expect(warnings).toEqual([{ checkout: unknown.session }])
    app.deps.logger.warn = warn
  })

  it('for another amount counts as what it is', async () => {
    const { key, total, session } = await ordered()
    await stripe.pay(session, { changes: { amount_total: 5000 } })
    await app.settleOrders()
    expect(await stateOf(key)).toMatchObject({ payment: 'partlyPaid', paid: 5000, due: total - 5000, fulfilled: false })
    const rest = await app.nobody.post(`/shop/order/${key}/payment`, {})
    expect(rest.status).toBe(200)
    expect(stripe.last().amount_total).toBe(total - 5000)
    await stripe.pay(stripe.last().id)
    await app.settleOrders()
    expect(await stateOf(key)).toMatchObject({ payment: 'paid', fulfilled: true })
  })

  it('for too much fulfils once and shows the excess', async () => {
    const { key, total, session } = await ordered()
    await stripe.pay(session, { changes: { amount_total: total + 1 } })
    await app.settleOrders()
    expect(await stateOf(key)).toMatchObject({ payment: 'overpaid', due: -1, fulfilled: true })
  })

  it('in another currency is recorded and does not count', async () => {
    const { key, session } = await ordered()
    await stripe.pay(session, { changes: { currency: 'eur' } })
    await app.settleOrders()
    expect(await stateOf(key)).toMatchObject({
      payment: 'open',
      lastPayment: 'otherCurrency',
      paid: 0,
      fulfilled: false,
    })
    expect(await historyOf(key)).toContain('paymentReceived')
  })

  it('for a cancelled order is recorded and gives nothing', async () => {
    const { key, total, session } = await ordered()
    await app.db.updateTable('order').set({ state: 'cancelled' }).where('key', '=', key).execute()
    await stripe.pay(session)
    await app.settleOrders()
    expect(await stateOf(key)).toMatchObject({ state: 'cancelled', paid: total, fulfilled: false })
    expect(await codesOf(key)).toEqual([])
    expect((await app.nobody.post(`/shop/order/${key}/payment`, {})).body.code).toBe('order_not_payable')
  })

  it('that the bank has yet to confirm waits for it', async () => {
    const { key, session } = await ordered()
    await stripe.pay(session, { changes: { payment_status: 'unpaid' } })
    await app.settleOrders()
    expect(await stateOf(key)).toMatchObject({ payment: 'open', lastPayment: 'pending', fulfilled: false })
    await stripe.tell(session, 'async_payment_failed')
    expect(await stateOf(key)).toMatchObject({ payment: 'open', lastPayment: 'failed' })
    await stripe.tell(session, 'async_payment_succeeded')
    await app.settleOrders()
    expect(await stateOf(key)).toMatchObject({ payment: 'paid', fulfilled: true })
  })

  it('is rejected without Stripe', async () => {
    const other = await createTestApp()
    expect((await other.nobody.post('/shop/webhook/stripe', {})).status).toBe(404)
    await other.close()
  })
})

describe('a call that never comes', () => {
  it('is made up for by asking', async () => {
    const { key, session } = await ordered()
    stripe.state.silent = true
    await stripe.pay(session)
    await app.settleOrders()
    expect(await stateOf(key)).toMatchObject({ payment: 'open' })
    stripe.state.down = true
    app.clock.advance(2 * MINUTE)
    await app.settleOrders()
    expect(await stateOf(key)).toMatchObject({ payment: 'open' })
    stripe.state.down = false
    app.clock.advance(10 * MINUTE)
    await app.settleOrders()
    await app.settleOrders()
    expect(await stateOf(key)).toMatchObject({ payment: 'paid', fulfilled: true })
  })

  it('is made up for by asking even if Stripe was unreachable until after the end of the checkout', async () => {
    const { key, session } = await ordered()
    stripe.state.silent = true
    await stripe.pay(session)
    stripe.state.down = true
    app.clock.advance(3 * DAY)
    await app.settleOrders()
    stripe.state.down = false
    app.clock.advance(2 * 60 * MINUTE)
    await app.settleOrders()
    await app.settleOrders()
    expect(await stateOf(key)).toMatchObject({ payment: 'paid', fulfilled: true })
  })

  it('is not waited for forever, and a late payment still counts', async () => {
    const { key, session } = await ordered()
    app.clock.advance(2 * DAY)
    await app.settleOrders()
    const checkout = () =>
      app.db.selectFrom('order_checkout').select('state').where('provider_id', '=', session).executeTakeFirst()
    expect(await checkout()).toEqual({ state: 'expired' })
    await stripe.pay(session)
    await app.settleOrders()
    expect(await stateOf(key)).toMatchObject({ payment: 'paid', fulfilled: true })
  })

  it('stops the asking if another amount is due, and closes the page', async () => {
    const { key, total, session } = await ordered()
    const discounted = { ...(await rowOf(key)), discount: 1000 }
    await app.db.updateTable('order').set({ discount: 1000 }).where('key', '=', key).execute()
    await app.db.transaction().execute((within) => settleOrder(within, app.deps, discounted))
    await app.settleOrders()
    expect(stripe.sessions.get(session)?.status).toBe('expired')
    await app.nobody.post(`/shop/order/${key}/payment`, {})
    expect(stripe.last()).toMatchObject({ amount_total: total - 1000, status: 'open' })
  })

  it('stops the asking if the order was paid another way, and closes the page', async () => {
    const { key, session } = await ordered()
    await app.nobody.post(`/shop/order/${key}/payment`, { paymentMethod: 'card' })
    const card = stripe.last().id
    expect(card).not.toBe(session)
    await stripe.pay(card)
    await app.settleOrders()
    expect(stripe.sessions.get(session)?.status).toBe('expired')
  })
})
