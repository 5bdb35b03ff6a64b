import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parseOrderKey } from '#domain/shop/order-key.ts'
import { digitalCart, hardwareCart, order, orderAddress } from '../../../../tests/support/samples/order-cart.ts'
import { type Client, createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'

let app: TestApp
let anna: Client
beforeAll(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
})
afterAll(() => app.close())

let counted = 0
const newId = () => `6f1c1f60-5d3c-4f7e-9a3b-${String(++counted).padStart(12, '0')}`
const rowOf = (key: string) => app.db.selectFrom('order').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
const countOrders = async () => (await app.db.selectFrom('order').select('id').execute()).length

describe('ordering', () => {
  it('keeps the cart and its price as they are, and says where to pay', async () => {
    const { status, body } = await order(app.nobody, hardwareCart, { id: newId() })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      message: 'Thank you! Your order has arrived.',
      paymentUrl: expect.stringContaining('/api/shop/testPayment/'),
      paymentMethods: ['card', 'twint', 'prepayment'],
    })
    expect(parseOrderKey(body.key)).toBe(body.key)
    const row = await rowOf(body.key)
    expect(row).toMatchObject({
      account_id: null,
      language: 'en',
      variant: 'hivewatch',
      site: 'http://localhost',
      mode: 'hardware+digital',
      total: body.total,
      paid: 0,
      received_at: null,
      payment_method: 'twint',
      state: 'open',
      confirmation_sent: 0,
      lastname: 'Müller',
    })
    const price = JSON.parse(row.price)
    expect(price.total).toBe(body.total)
    expect(price.lines.every(({ label }: { label: string }) => label.length > 0)).toBe(true)
    expect(price.vat[0].rate).toBe(810)
    expect(JSON.parse(row.cart)).toMatchObject({ nofControllers: 1, paymentMethod: 'twint' })
    const history = await app.db.selectFrom('order_history').selectAll().where('order_id', '=', row.id).execute()
    expect(history.map(({ actor, action }) => `${actor} ${action}`)).toEqual(['customer placed'])
  })

  it('mails the confirmation', async () => {
    const { body } = await order(app.nobody, digitalCart)
    app.mails.length = 0
    await app.sendMails()
    const mail = app.mails.find(({ subject }) => subject.includes(body.key))
    expect(mail?.to).toBe('anna@example.org')
    expect(mail?.attachments).toHaveLength(1)
    expect(await rowOf(body.key)).toMatchObject({ confirmation_sent: 1 })
  })

  it('assigns the order to the signed-in account', async () => {
    const { body } = await order(anna, digitalCart)
    expect((await rowOf(body.key)).account_id).toBe(anna.accountId)
  })

  it('with a double tap, or many at once, gives one order', async () => {
    const id = newId()
    const before = await countOrders()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => order(app.nobody, digitalCart, { id })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.key)).size).toBe(1)
    expect(await countOrders()).toBe(before + 1)
    const again = await order(app.nobody, digitalCart, { id: id.toUpperCase() })
    expect(again.body.paymentUrl).toBe(answers[0]?.body.paymentUrl)
    const other = await order(app.nobody, { ...digitalCart, nofSubscriptions: 2 }, { id })
    expect(other).toMatchObject({ status: 409, body: { code: 'already_exists' } })
  })

  it('at a price other than the one shown stores nothing and returns the new one', async () => {
    const before = await countOrders()
    const { body: shown } = await app.nobody.post('/shop/validate', digitalCart)
    const { status, body } = await app.nobody.post('/shop/order', { ...digitalCart, total: shown.total - 500 })
    expect(status).toBe(409)
    expect(body).toEqual({ message: expect.any(String), code: 'price_changed', ...shown })
    expect(await countOrders()).toBe(before)
  })

  it('accepts a cart without anything else', async () => {
    expect((await app.nobody.post('/shop/order', { ...digitalCart, paymentMethod: null })).status).toBe(201)
  })

  it('by bill has no page to pay', async () => {
    const { body } = await order(app.nobody, { ...digitalCart, paymentMethod: 'prepayment' })
    expect(body.paymentUrl).toBeNull()
    const { status, body: reply } = await app.nobody.post(`/shop/order/${body.key}/payment`, {})
    expect(status).toBe(200)
    expect(reply).toEqual({ message: expect.stringContaining('QR-bill'), key: body.key, paymentUrl: null })
  })

  it('for a transmitter is for its owner only', async () => {
    const { id } = await app.claim(anna)
    const berta = await app.signIn('berta@example.org')
    const cart = { ...digitalCart, subscriptionControllerId: id }
    const unknown = { status: 404, body: { code: 'controller_not_found' } }
    expect(await berta.post('/shop/order', cart)).toMatchObject(unknown)
    expect(await app.nobody.post('/shop/order', cart)).toMatchObject(unknown)
    expect((await anna.post('/shop/order', cart)).status).toBe(201)
  })

  it.each([
    ['nothing', { nofSubscriptions: 0 }, 'cart_empty', undefined],
    ['a negative count', { nofSubscriptions: -1 }, 'invalid_body', 'nofSubscriptions'],
    ['a huge count', { nofSubscriptions: 1e9 }, 'invalid_body', 'nofSubscriptions'],
    ['part of a thing', { nofSubscriptions: 0.5 }, 'invalid_body', 'nofSubscriptions'],
    ['what there is not', { ...hardwareCart, scales: { moon: 1 } }, 'product_unknown', 'scales.moon'],
    ['a key of every object', { ...hardwareCart, scales: { constructor: 1 } }, 'product_unknown', 'scales.constructor'],
    [
      'a parcel abroad',
      { ...hardwareCart, address: { ...orderAddress, country: 'de' } },
      'delivery_country_unsupported',
      'address.country',
    ],
    ['no name', { address: { ...orderAddress, lastname: ' ' } }, 'invalid_body', 'address.lastname'],
    ['no e-mail address', { address: { ...orderAddress, email: 'anna' } }, 'invalid_body', 'address.email'],
    ['an id that is no UUID', { id: '1' }, 'invalid_body', 'id'],
    ['a way of paying that there is not', { paymentMethod: 'cheque' }, 'invalid_body', 'paymentMethod'],
  ])('refuses %s', async (_, fault, code, path) => {
    const before = await countOrders()
    const { status, body } = await app.nobody.post('/shop/order', { ...digitalCart, ...fault })
    expect(status).toBe(400)
    expect(body.code).toBe(code)
    if (path) expect(body.issues[0].path).toBe(path)
    expect(await countOrders()).toBe(before)
  })

  it('refuses a body of a megabyte', async () => {
    const answer = await app.nobody.post('/shop/order', { ...digitalCart, comment: 'x'.repeat(1.1 * 1024 * 1024) })
    expect(answer).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
  })
})

describe('an order by its key', () => {
  it('shows its status, but neither name nor address', async () => {
    const { body } = await order(anna, digitalCart)
    const { status, body: shown } = await app.nobody.get(`/shop/order/${body.key.toLowerCase()}`)
    expect(status).toBe(200)
    expect(shown).toEqual({
      key: body.key,
      state: 'open',
      payment: 'open',
      lastPayment: null,
      paymentMethod: 'twint',
      currency: 'chf',
      total: body.total,
      paid: 0,
      due: body.total,
      orderedAt: '2026-05-10T10:00:00.000Z',
      digital: true,
      fulfilled: false,
      mail: 'due',
      papers: [],
      codes: [],
    })
  })

  it('can be paid by another method', async () => {
    const { body } = await order(app.nobody, digitalCart)
    const pay = (paymentMethod: string) => app.nobody.post(`/shop/order/${body.key}/payment`, { paymentMethod })
    const { body: card } = await pay('card')
    expect(card.paymentUrl).not.toBe(body.paymentUrl)
    expect((await pay('card')).body.paymentUrl).toBe(card.paymentUrl)
    expect((await app.nobody.get(`/shop/order/${body.key}`)).body.paymentMethod).toBe('card')
  })

  it('can be paid by bill after all, which is mailed once', async () => {
    const { body } = await order(app.nobody, digitalCart)
    const pay = (paymentMethod: string) => app.nobody.post(`/shop/order/${body.key}/payment`, { paymentMethod })
    await app.sendMails()
    app.mails.length = 0
    for (const method of ['prepayment', 'card', 'prepayment']) expect((await pay(method)).status).toBe(200)
    await app.sendMails()
    expect(app.mails.filter(({ subject }) => subject.includes(body.key))).toHaveLength(1)
    expect(await rowOf(body.key)).toMatchObject({ payment_method: 'prepayment', advance_requested: 1 })
  })

  it('can be paid by bill with a double tap, and it is mailed once', async () => {
    const { body } = await order(app.nobody, digitalCart)
    await app.sendMails()
    app.mails.length = 0
    const pay = () => app.nobody.post(`/shop/order/${body.key}/payment`, { paymentMethod: 'prepayment' })
    const taps = await Promise.all([pay(), pay(), pay()])
    expect(taps.map(({ status }) => status)).toEqual([200, 200, 200])
    await app.sendMails()
    expect(app.mails.filter(({ subject }) => subject.includes(body.key))).toHaveLength(1)
  })

  it.each(['AAAA-AAAA-AAAA-AAAA', '1', "' or 1=1"])('is unknown by %s', async (key) => {
    const answer = await app.nobody.get(`/shop/order/${encodeURIComponent(key)}`)
    expect(answer).toMatchObject({ status: 404, body: { code: 'order_not_found' } })
  })
})

describe('an account', () => {
  it('has its orders in its export, and leaves them behind, without its name, when it is deleted', async () => {
    const dora = await app.signIn('dora@example.org')
    const { body } = await order(dora, digitalCart)
    const { body: exported } = await dora.get('/user/export')
    expect(JSON.parse(typeof exported === 'string' ? exported : JSON.stringify(exported)).orders).toMatchObject([
      { key: body.key, total: body.total, lastname: 'Müller' },
    ])
    await app.db.deleteFrom('account').where('id', '=', dora.accountId).execute()
    expect(await rowOf(body.key)).toMatchObject({ account_id: null, total: body.total })
  })
})

describe('somebody who orders or guesses too often', () => {
  it('has to wait', async () => {
    const own = await createTestApp()
    const statuses = await Promise.all(
      Array.from({ length: 70 }, async () => (await own.nobody.get('/shop/order/AAAA-AAAA-AAAA-AAAA')).status),
    )
    expect(statuses.filter((status) => status === 429).length).toBe(10)
    const orders = async (count: number, email: string) => {
      const statuses: number[] = []
      for (let index = 0; index < count; index++) {
        const cart = { ...digitalCart, nofSubscriptions: 0, address: { ...orderAddress, email } }
        statuses.push((await own.nobody.post('/shop/order', cart)).status)
      }
      return statuses
    }
    expect(new Set(await orders(30, 'anna@example.org'))).toEqual(new Set([400]))
    expect(await orders(1, 'Anna@example.org')).toEqual([429])
    expect(new Set(await orders(29, 'berta@example.org'))).toEqual(new Set([400]))
    expect(await orders(1, 'carla@example.org')).toEqual([429])
    await own.close()
  })

  const HOUR_MS = 3600_000
  /** Places that many orders with an empty cart: counted like any other, and quickly refused. */
  const often = async (client: Client, count: number, email: string | undefined, headers?: Record<string, string>) => {
    const statuses: number[] = []
    const address = email === undefined ? undefined : { ...orderAddress, email }
    for (let index = 0; index < count; index++) {
      statuses.push(
        (await client.post('/shop/order', { ...digitalCart, nofSubscriptions: 0, address }, headers)).status,
      )
    }
    return [...new Set(statuses)]
  }

  it('may continue in the next hour with the address of an account, the next day with a stranger’s', async () => {
    const own = await createTestApp()
    const club = await own.signIn('club@example.org')
    const { now } = performance
    let later = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + later)
    for (const email of ['club@example.org', 'Club@Example.org']) {
      expect(await often(club, 30, email)).toEqual([400])
      later += HOUR_MS
    }
    expect(await often(own.nobody, 30, 'stranger@example.org')).toEqual([400])
    later += HOUR_MS
    expect(await often(own.nobody, 1, 'Stranger@example.org')).toEqual([429])
    expect(await often(club, 1, 'stranger@example.org')).toEqual([429])
    later += 24 * HOUR_MS
    expect(await often(own.nobody, 1, 'stranger@example.org')).toEqual([400])
    clock.mockRestore()
    await own.close()
  })

  it('is counted by address, even if no mail is sent', async () => {
    const own = await createTestApp({ TRUST_PROXY: '1' })
    const from = (address: string) => ({ 'x-forwarded-for': address })
    expect(await often(own.nobody, 60, undefined, from('203.0.113.9'))).toEqual([400])
    expect(await often(own.nobody, 1, undefined, from('203.0.113.9'))).toEqual([429])
    expect(await often(own.nobody, 1, undefined, from('203.0.113.10'))).toEqual([400])
    await own.close()
  })
})
