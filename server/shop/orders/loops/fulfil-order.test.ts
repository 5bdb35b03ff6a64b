import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { digitalCart, hardwareCart, order } from '../../../../tests/support/samples/order-cart.ts'
import { type Client, createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { fixedClock } from '../../../platform/runtime/clock.ts'
import { defaultShopYaml } from '../../shop-config/default-shop-config.ts'
import { receiveByHand } from '../administration/receive-by-hand.ts'
import { clearOldOrders } from '../clear-old-orders.ts'
import { settleOrder } from '../settle-order.ts'

const DAY = 24 * 3600_000
const CODE = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/g

let app: TestApp
let anna: Client
beforeAll(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.sendMails()
  app.mails.length = 0
})

async function bought(customer: Client, cart: object, way = 'twint'): Promise<string> {
  const { status, body } = await order(customer, cart)
  expect(status).toBe(201)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const path = new URL(body.paymentUrl).pathname.replace('/api', '')
  expect((await app.request('POST', path, { body: `way=${way}`, headers })).status).toBe(303)
  await app.settleOrders()
  return body.key
}
const rowOf = (key: string) => app.db.selectFrom('order').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
const fulfilmentOf = async (key: string) =>
  app.db
    .selectFrom('order_fulfilment')
    .selectAll()
    .where('order_id', '=', (await rowOf(key)).id)
    .executeTakeFirst()
const codesMailed = async (key: string) => {
  await app.sendMails()
  const mail = app.mails.findLast(({ text }) => text.match(CODE)?.some((code) => code !== key))
  return mail?.text.match(CODE)?.filter((code) => code !== key) ?? []
}
const endOf = async (id: number) => Date.parse((await anna.get(`/controller/${id}`)).body.subscriptionEnd)

describe('the transmitter named in an order', () => {
  it('is extended at once, and the other subscriptions come as codes', async () => {
    const { id } = await app.claim(anna)
    const before = await endOf(id)
    const key = await bought(anna, { ...digitalCart, nofSubscriptions: 2, subscriptionControllerId: id })
    expect(new Date(await endOf(id)).getUTCFullYear()).toBe(new Date(before).getUTCFullYear() + 2)
    const { body: redemptions } = await anna.get(`/controller/${id}/redemptions`)
    expect(redemptions).toMatchObject([{ years: 2 }])
    expect(await codesMailed(key)).toHaveLength(1)
    expect(await rowOf(key)).toMatchObject({ state: 'completed' })
  })

  it('is left alone if it belongs to somebody else by then: the subscription comes as a code', async () => {
    const { id } = await app.claim(anna)
    const berta = await app.signIn('berta@example.org')
    const { body } = await order(anna, { ...digitalCart, subscriptionControllerId: id })
    await app.db.updateTable('controller').set({ owner_id: berta.accountId }).where('id', '=', id).execute()
    const before = (await berta.get(`/controller/${id}`)).body.subscriptionEnd
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await app.request('POST', new URL(body.paymentUrl).pathname.replace('/api', ''), { body: 'way=card', headers })
    await app.settleOrders()
    expect((await berta.get(`/controller/${id}`)).body.subscriptionEnd).toBe(before)
    expect(await codesMailed(body.key)).toHaveLength(1)
  })
})

describe('codes', () => {
  it('extend any transmitter, once each, and are stored sealed', async () => {
    const key = await bought(app.nobody, { ...digitalCart, nofSubscriptions: 3 })
    const codes = await codesMailed(key)
    expect(new Set(codes).size).toBe(3)
    const rows = await app.db
      .selectFrom('order_code')
      .selectAll()
      .where('order_id', '=', (await rowOf(key)).id)
      .execute()
    expect(rows).toHaveLength(3)
    for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code)

    const { id } = await app.claim(anna)
    const before = await endOf(id)
    const renewed = await anna.post(`/controller/${id}/renew`, { orderKey: codes[0] })
    expect(renewed.status).toBe(200)
    expect(await endOf(id)).toBeGreaterThan(before + 700 * DAY)
    expect((await anna.post(`/controller/${id}/renew`, { orderKey: codes[0] })).body.code).toBe('order_key_used_up')
  })
})

describe('an order with hardware', () => {
  it('gives its codes and waits for the person who sends the parcel', async () => {
    const key = await bought(app.nobody, hardwareCart)
    expect(await rowOf(key)).toMatchObject({ state: 'open', received_at: app.clock.now() })
    expect(await fulfilmentOf(key)).toMatchObject({ state: 'done' })
    expect(await codesMailed(key)).toHaveLength(1)
  })

  it('without a subscription gives no codes', async () => {
    const key = await bought(app.nobody, { ...hardwareCart, nofSubscriptions: 0 })
    expect(await fulfilmentOf(key)).toMatchObject({ state: 'done' })
    expect(await codesMailed(key)).toEqual([])
  })
})

describe('an order that costs nothing', () => {
  it('is fulfilled at once', async () => {
    const promo = 'promoCodes:\n  - { code: GIFT, percent: 100 }'
    const yaml = defaultShopYaml.replace('promoCodes: []', promo)
    await app.db
      .insertInto('shop_config')
      .values({ version: 1, yaml, comment: '', created_at: 1, created_by: null })
      .execute()
    const { status, body } = await order(app.nobody, { ...digitalCart, promoCode: 'GIFT' })
    expect({ status, total: body.total, paymentUrl: body.paymentUrl }).toEqual({
      status: 201,
      total: 0,
      paymentUrl: null,
    })
    await app.settleOrders()
    const { body: shown } = await app.nobody.get(`/shop/order/${body.key}`)
    expect(shown).toMatchObject({ state: 'completed', payment: 'paid', fulfilled: true })
    await app.db.deleteFrom('shop_config').execute()
  })
})

describe('an order that was completed before it was paid', () => {
  it('still gives what was paid for, once', async () => {
    const { body } = await order(app.nobody, { ...hardwareCart, paymentMethod: 'prepayment' })
    const row = await app.db
      .updateTable('order')
      .set({ state: 'completed' })
      .where('key', '=', body.key)
      .returningAll()
      .executeTakeFirstOrThrow()
    const pay = { amount: body.total, method: 'prepayment', accountId: anna.accountId }
    const settled = await app.db.transaction().execute((within) => receiveByHand(within, app.deps, row, pay))
    expect(settled).toMatchObject({ paid: body.total, received_at: app.clock.now() })
    await app.settleOrders()
    await app.db.transaction().execute((within) => settleOrder(within, app.deps, settled))
    await app.settleOrders()
    expect(await codesMailed(body.key)).toHaveLength(1)
  })

  it('no longer counts as paid once money was refunded', async () => {
    const key = await bought(app.nobody, hardwareCart)
    const row = await rowOf(key)
    const back = { amount: -row.paid, method: 'refund', accountId: anna.accountId }
    const settled = await app.db.transaction().execute((within) => receiveByHand(within, app.deps, row, back))
    expect(settled).toMatchObject({ paid: 0, received_at: null })
  })
})

describe('old orders', () => {
  it('are kept for ten years after the end of their business year, and open ones longer', async () => {
    const done = await bought(app.nobody, digitalCart)
    const open = await bought(app.nobody, hardwareCart)
    const keys = async () => (await app.db.selectFrom('order').select('key').execute()).map(({ key }) => key)
    const at = (time: string) => ({ ...app.deps, clock: fixedClock(time) })
    expect(await clearOldOrders(at('2036-12-31T22:59:59Z'))).toBe(0)
    expect(await clearOldOrders(at('2036-12-31T23:00:00Z'))).toBeGreaterThan(0)
    expect(await keys()).toContain(open)
    expect(await keys()).not.toContain(done)
  })
})

describe('what goes wrong', () => {
  it.each(['half', 'currency', 'fail'])('at the test page (%s) gives nothing', async (way) => {
    const key = await bought(app.nobody, digitalCart, way)
    expect(await fulfilmentOf(key)).toBeUndefined()
    expect(await codesMailed(key)).toEqual([])
  })

  it('during fulfilment gives nothing, and it is tried again', async () => {
    await app.db.schema.alterTable('order_code').renameTo('order_code_away').execute()
    const key = await bought(app.nobody, digitalCart)
    expect(await fulfilmentOf(key)).toMatchObject({ state: 'due', attempts: 1, last_error: expect.any(String) })
    expect(await rowOf(key)).toMatchObject({ state: 'open' })
    const keysMade = () => app.db.selectFrom('order_key').select('id').where('source', '=', `order ${key}`).execute()
    expect(await keysMade()).toEqual([])
    await app.db.schema.alterTable('order_code_away').renameTo('order_code').execute()
    app.clock.advance(DAY)
    await app.settleOrders()
    expect(await rowOf(key)).toMatchObject({ state: 'completed' })
    expect(await keysMade()).toHaveLength(1)
  })

  it('again and again is finally left to a person', async () => {
    await app.db.schema.alterTable('order_code').renameTo('order_code_away').execute()
    const key = await bought(app.nobody, digitalCart)
    for (let attempt = 0; attempt < 25; attempt++) {
      app.clock.advance(DAY)
      await app.settleOrders()
    }
    await app.db.schema.alterTable('order_code_away').renameTo('order_code').execute()
    expect(await fulfilmentOf(key)).toMatchObject({ state: 'failed', attempts: 20 })
    const row = await rowOf(key)
    await app.db.transaction().execute((within) => settleOrder(within, app.deps, row))
    await app.settleOrders()
    expect(await rowOf(key)).toMatchObject({ state: 'completed' })
  })

  it('does not include orders cancelled between payment and fulfilment, which give nothing', async () => {
    const { body } = await order(app.nobody, { ...digitalCart, paymentMethod: 'prepayment' })
    const { id } = await rowOf(body.key)
    const paid = { paid: body.total, state: 'open' as const }
    const row = await app.db
      .updateTable('order')
      .set(paid)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await app.db.transaction().execute((within) => settleOrder(within, app.deps, row))
    await app.db.updateTable('order').set({ state: 'cancelled' }).where('id', '=', id).execute()
    await app.settleOrders()
    expect(await fulfilmentOf(body.key)).toBeUndefined()
    expect(await app.db.selectFrom('order_code').select('id').where('order_id', '=', id).execute()).toEqual([])
  })
})

describe('an order paid in the year after it was placed', () => {
  it('is kept for as long as its payment has to be', async () => {
    app.clock.set('2027-12-30T10:00:00Z')
    const { body } = await order(app.nobody, { ...digitalCart, paymentMethod: 'prepayment' })
    app.clock.set('2028-01-10T10:00:00Z')
    const row = await rowOf(body.key)
    const pay = { amount: row.total, method: 'prepayment', accountId: anna.accountId }
    await app.db.transaction().execute((within) => receiveByHand(within, app.deps, row, pay))
    await app.settleOrders()
    expect(await rowOf(body.key)).toMatchObject({ state: 'completed' })
    const clearedAt = async (time: string) => {
      await clearOldOrders({ ...app.deps, clock: fixedClock(time) })
      return (await app.db.selectFrom('order').select('id').where('id', '=', row.id).execute()).length === 0
    }
    expect(await clearedAt('2038-12-31T22:59:59Z')).toBe(false)
    expect(await clearedAt('2038-12-31T23:00:00Z')).toBe(true)
  })
})
