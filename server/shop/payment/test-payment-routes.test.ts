import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digitalCart } from '../../../tests/support/samples/order-cart.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { defaultShopYaml } from '../shop-config/default-shop-config.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const form = { 'content-type': 'application/x-www-form-urlencoded' }

async function ordered(language = 'en') {
  const { body } = await app.nobody.post('/shop/order', digitalCart, { 'accept-language': language })
  return { key: body.key as string, path: new URL(body.paymentUrl).pathname.replace('/api', '') }
}
const choose = (path: string, way: string, headers = {}) =>
  app.request('POST', path, { body: `way=${way}`, headers: { ...form, ...headers } })

describe('the test payment page', () => {
  it.each([
    ['de', 'Testzahlung an HiveWatch', 'Mit TWINT bezahlen'],
    ['en', 'Test payment to HiveWatch', 'Pay by TWINT'],
    ['fr', 'Paiement d’essai à HiveWatch', 'Payer par TWINT'],
    ['es', 'Pago de prueba a HiveWatch', 'Pagar con TWINT'],
  ])('speaks %s, the language of the order, and allows no script', async (language, title, button) => {
    const { key, path } = await ordered(language)
    const { body, headers } = await app.nobody.get(path)
    for (const words of [`<html lang="${language}">`, title, key, button]) expect(body).toContain(words)
    expect(body).toMatch(/180[.,]00/)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(headers.get('content-type')).toContain('text/html')
  })

  it('leads back without paying, or with the outcome', async () => {
    const { key, path } = await ordered()
    const back = await choose(path, 'giveUp')
    expect(back.headers.get('location')).toBe(
      `http://localhost/subscriptionShop/completion?order=${key}&payment=givenUp`,
    )
    const failed = await choose(path, 'fail')
    expect(failed.headers.get('location')).toMatch(/&payment=failed$/)
    expect((await app.nobody.get(`/shop/order/${key}`)).body).toMatchObject({ payment: 'open', lastPayment: 'failed' })
    expect((await app.nobody.get(path)).body).toContain('The last payment failed.')
  })

  it('accepts nothing else, and nothing from another site', async () => {
    const { key, path } = await ordered()
    expect((await choose(path, 'gold')).status).toBe(400)
    expect((await choose(path, 'card', { 'sec-fetch-site': 'cross-site' })).body.code).toBe('cross_origin')
    expect((await choose('/shop/testPayment/test_1', 'card')).status).toBe(404)
    expect((await app.nobody.get(`/shop/order/${key}`)).body.payment).toBe('open')
  })

  it('does not exist where payments are real, nor are cards offered without a provider', async () => {
    const { path } = await ordered()
    const other = await createTestApp({ PAYMENT_PROVIDER: 'none' })
    expect((await other.nobody.get(path)).status).toBe(404)
    const refused = await other.nobody.post('/shop/order', digitalCart)
    expect(refused).toMatchObject({ status: 400, body: { code: 'payment_method_unavailable' } })
    const chief = await other.signIn('chief@example.org', { admin: true })
    await chief.post('/shop/config', { config: `${defaultShopYaml}# ours\n` })
    const { body } = await other.nobody.post('/shop/order', { ...digitalCart, paymentMethod: null })
    expect(body).toMatchObject({ paymentUrl: null, paymentMethods: ['prepayment'] })
    await other.close()
  })
})
