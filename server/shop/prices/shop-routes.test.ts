import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locales } from '#domain/platform/locale.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { issueOrderKeys } from '../subscriptions/issue-order-keys.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const hardware = { mode: 'hardware+digital', nofControllers: 1, nofSubscriptions: 1, scales: { 'scale-swiss': 2 } }

describe('POST /shop/validate', () => {
  it('tells anybody what a cart costs, line by line', async () => {
    const { status, body } = await app.nobody.post('/shop/validate', hardware)
    expect(status).toBe(200)
    expect(body).toEqual({
      total: 115_000,
      items: [
        { kind: 'controller', key: 'transmitter', label: 'Transmitter', count: 1, unitPrice: 39_000, amount: 39_000 },
        {
          kind: 'scale',
          key: 'scale-swiss',
          label: 'Hive scale for Swiss hives',
          count: 2,
          unitPrice: 29_000,
          amount: 58_000,
        },
        {
          kind: 'subscription',
          key: 'subscription-2',
          label: 'Subscription for 2 years',
          count: 1,
          unitPrice: 18_000,
          amount: 18_000,
        },
        { kind: 'shipping', key: 'shipping', label: 'Shipping, free', count: 1, unitPrice: 0, amount: 0 },
      ],
      // 1150.00 × 8.1 / 108.1
      vat: [{ rate: 8.1, amount: 8617 }],
      currency: 'chf',
      configVersion: 0,
    })
  })

  it('gives the same price in every language, with translated names', async () => {
    const cart = { ...hardware, customPlates: [{ product: 'scale-custom', widthMm: 500, depthMm: 410, count: 1 }] }
    const told = await Promise.all(
      locales.map(
        async (locale) => (await app.nobody.post('/shop/validate', cart, { 'accept-language': locale })).body,
      ),
    )
    const bare = told.map(({ items, ...rest }) => ({
      ...rest,
      items: items.map(({ label: _, ...item }: { label: string }) => item),
    }))
    for (const one of bare) expect(one).toEqual(bare[0])
    expect(told.map(({ items }) => items[2].label)).toEqual([
      'Stockwaage mit Platte nach Mass, 500 × 410\u00a0mm',
      'Hive scale with a plate made to measure, 500 × 410\u00a0mm',
      'Balance avec plateau sur mesure, 500 × 410\u00a0mm',
      'Báscula con plataforma a medida, 500 × 410\u00a0mm',
    ])
  })

  it('counts the transmitters a customer has for the extra days', async () => {
    const anna = await app.signIn('anna@example.org')
    const [first] = [await app.claim(anna), await app.claim(anna)]
    const days = async (fields: object) => {
      const cart = { mode: 'digital', nofSubscriptions: 1, subscriptionYears: 1, ...fields }
      const { body } = await anna.post('/shop/validate', cart)
      return body.items.find(({ kind }: { kind: string }) => kind === 'extraDays')?.label
    }
    expect(await days({ mode: 'hardware+digital', nofControllers: 1 })).toBe('60 days longer for several transmitters')
    expect(await days({ subscriptionControllerId: first!.id })).toBe('30 days longer for several transmitters')
    // a code, too, renews one of the two
    expect(await days({})).toBe('30 days longer for several transmitters')
  })

  it('promises no extra days for a code that can only renew the one transmitter a customer has', async () => {
    const bert = await app.signIn('bert@example.org')
    const only = await app.claim(bert)
    const { body } = await bert.post('/shop/validate', { mode: 'digital', nofSubscriptions: 1, subscriptionYears: 2 })
    const term = { years: 2, days: 0 }
    const [key] = await issueOrderKeys(app.deps, { term, count: 1, uses: 1, source: 'test', expiresAt: null })
    const { redemption } = (await bert.post(`/controller/${only.id}/renew`, { orderKey: key })).body
    expect(redemption.extraDays).toBe(0)
    expect(body.items.map(({ kind }: { kind: string }) => kind)).toEqual(['subscription'])
  })

  it.each([
    ['promo_code_invalid', { promoCode: 'SPRING' }, 'promoCode'],
    ['product_unknown', { scales: { swiss: 1 } }, 'scales.swiss'],
    ['product_unknown', { scales: { constructor: 1 } }, 'scales.constructor'],
    ['product_unknown', { accessories: { ['__proto__']: 1 } }, 'accessories.__proto__'],
    ['product_unknown', { controllers: { prototype: 1 } }, 'controllers.prototype'],
    ['invalid_body', { scales: null }, 'scales'],
    ['plate_size_wrong', { scales: { 'scale-custom': 1 } }, 'scales.scale-custom'],
    ['delivery_country_unsupported', { address: { country: 'de' } }, 'address.country'],
    ['pickup_unknown', { platePickup: 'bern' }, 'platePickup'],
    ['invalid_body', { scales: { 'scale-swiss': -1 } }, 'scales.scale-swiss'],
    ['invalid_body', { scales: { 'scale-swiss': 1e9 } }, 'scales.scale-swiss'],
    ['invalid_body', { nofControllers: 1.5 }, 'nofControllers'],
    ['invalid_body', { address: { country: 'us' } }, 'address.country'],
    ['invalid_body', { currency: 'eur' }, 'currency'],
  ])('answers %s for %j', async (code, fields, path) => {
    const { status, body } = await app.nobody.post('/shop/validate', { ...hardware, ...fields })
    expect({ status, code: body.code, path: body.issues[0].path }).toEqual({ status: 400, code, path })
  })

  it('lets nobody find a promo code by guessing', async () => {
    const own = await createTestApp()
    const attempt = (promoCode: string) => own.nobody.post('/shop/validate', { ...hardware, promoCode })
    const tries = await Promise.all(Array.from({ length: 61 }, (_, index) => attempt(`SPRING${index}`)))
    expect(tries.map(({ status }) => status).sort()).toEqual([...Array<number>(60).fill(400), 429])
    expect((await attempt('')).status).toBe(200)
    await own.close()
  })

  it('counts only wrong promo codes: neither right ones nor other faults of the cart', async () => {
    const { defaultShopYaml } = await import('../shop-config/default-shop-config.ts')
    const own = await createTestApp()
    const yaml = defaultShopYaml.replace('promoCodes: []', 'promoCodes:\n  - { code: GIFT, percent: 10, minimum: 500 }')
    await own.db
      .insertInto('shop_config')
      .values({ version: 1, yaml, comment: '', created_at: 1, created_by: null })
      .execute()
    const attempt = (promoCode: string, fields: object = {}) =>
      own.nobody.post('/shop/validate', { ...hardware, promoCode, ...fields })
    for (let round = 0; round < 35; round++) {
      expect((await attempt('GIFT')).status).toBe(200)
      expect((await attempt('GIFT', { scales: { moon: 1 } })).body.code).toBe('product_unknown')
    }
    for (let round = 0; round < 60; round++) expect((await attempt('NONE')).body.code).toBe('promo_code_invalid')
    expect((await attempt('GIFT')).status).toBe(429)
    expect((await attempt('NONE')).status).toBe(429)
    await own.close()
  })

  it('says from which total a promo code is valid, with the place in the cart', async () => {
    const { defaultShopYaml } = await import('../shop-config/default-shop-config.ts')
    const own = await createTestApp()
    const insert = (version: number, yaml: string) =>
      own.db.insertInto('shop_config').values({ version, yaml, comment: '', created_at: 1, created_by: null }).execute()
    const promo = 'promoCodes:\n  - { code: GIFT, percent: 10, minimum: 5000 }'
    await insert(1, defaultShopYaml.replace('promoCodes: []', promo))
    const { body } = await own.nobody.post('/shop/validate', { ...hardware, promoCode: 'GIFT' })
    expect(body).toMatchObject({ code: 'promo_code_minimum', issues: [{ path: 'promoCode' }] })
    expect(body.message).toMatch(/5.?000/)
    await insert(2, `${defaultShopYaml.replace(/^enabled: .*$/m, '')}\nenabled: false\n`)
    const closed = await own.nobody.post('/shop/validate', hardware)
    expect(closed).toMatchObject({ status: 400, body: { code: 'shop_unavailable' } })
    expect(closed.body.issues).toBeUndefined()
    await own.close()
  })

  it('sells no subscriptions where there are none, since nobody could use them', async () => {
    const without = await createTestApp({ SUBSCRIPTIONS: 'off' })
    expect((await without.nobody.get('/shop/config')).body.products.subscriptions).toEqual([])
    const { status, body } = await without.nobody.post('/shop/validate', hardware)
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'product_unknown' })
    expect((await without.nobody.post('/shop/validate', { ...hardware, nofSubscriptions: 0 })).status).toBe(200)
    await without.close()
  })

  it('says that there is no shop if it is switched off', async () => {
    const without = await createTestApp({ SHOP: 'off' })
    const { status, body } = await without.nobody.post('/shop/validate', hardware)
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'shop_unavailable' })
    expect((await without.nobody.get('/shop/config')).body.enabled).toBe(false)
    await without.close()
  })
})
