import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Cart, startCart, withCount } from '#domain/shop/cart.ts'
import { forgetAnswers } from '../../../api/known-answers.ts'
import { carts, changeCart, noValidation, setAddress } from './cart-state.ts'
import { placeOrder } from './place-order.ts'
import { shopConfigQuery } from './shop-queries.ts'
import { takePrice } from './validate-cart.ts'

const MODE = 'hardware+digital'
const texts = { de: 'x', en: 'x', fr: 'x', es: 'x' }
const product = (key: string) => ({ key, name: texts, price: 100, vat: 'standard', hidden: false })
const sold = {
  enabled: true,
  version: 2,
  products: { controllers: [product('gsm')], scales: [product('swiss')], accessories: [], subscriptions: [] },
  deliveryCountries: ['ch'],
  billingCountries: ['ch'],
  paymentMethods: ['card', 'prepayment'],
  platePickup: [],
}
const price = { items: [], vat: [], subtotal: 100, currency: 'chf' as const, pricesIncludeVat: true }
const cartIn = () => carts[MODE].kept.cart

/** Makes the shop refuse an order with `code` and now sell `offer`. Returns the carts whose price was requested afterwards. */
function shopRefuses(code: string, offer: object) {
  const validated: Cart[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
    const { pathname } = new URL(String(input), 'http://localhost')
    if (pathname === '/api/shop/config') return Response.json({ ...sold, ...offer })
    if (pathname === '/api/shop/order') return Response.json({ message: code, code }, { status: 400 })
    validated.push(JSON.parse(String(init?.body)))
    return Response.json({ ...price, total: 77, configVersion: 2 })
  })
  return validated
}

beforeEach(() => {
  localStorage.clear()
  const postal = { firstname: 'Anna', lastname: 'Müller', street: 'Waldweg 1', zip: '3000', city: 'Bern' }
  setAddress({ email: 'anna@example.org', ...postal })
  changeCart(MODE, () => ({ ...startCart(MODE, cartIn().address), paymentMethod: 'card' }))
  changeCart(MODE, (cart) => withCount(withCount(cart, 'controllers', 'gsm', 1), 'scales', 'swiss', 2))
  takePrice(MODE, cartIn(), { ...price, total: 99, configVersion: 1 })
})
afterEach(() => {
  Object.assign(carts[MODE], { validate: noValidation() })
  forgetAnswers()
  vi.unstubAllGlobals()
})

it('shows the cart without products no longer sold, and the price of the rest', async () => {
  const client = new QueryClient()
  const validated = shopRefuses('product_unknown', { products: { ...sold.products, scales: [] } })
  expect(await placeOrder(MODE, cartIn(), client)).toBeUndefined()
  expect(client.getQueryData(shopConfigQuery.queryKey)?.products.scales).toEqual([])
  expect(validated).toMatchObject([{ controllers: { gsm: 1 }, scales: {} }])
  expect(carts[MODE]).toMatchObject({ validate: { total: 77, configVersion: 2 }, checkout: { fetching: false } })
})

it.each([
  [
    'a way to pay that there is no longer is asked for anew',
    'payment_method_unavailable',
    { paymentMethods: ['twint'] },
  ],
  ['a shop that is closed by now says so itself', 'shop_unavailable', { enabled: false }],
])('%s', async (_what, code, offer) => {
  shopRefuses(code, offer)
  expect(await placeOrder(MODE, cartIn(), new QueryClient())).toBeUndefined()
})

it('reports a refusal that the offer does not explain, next to the current price', async () => {
  const validated = shopRefuses('promo_code_invalid', {})
  await expect(placeOrder(MODE, cartIn(), new QueryClient())).rejects.toMatchObject({ code: 'promo_code_invalid' })
  expect(validated).toHaveLength(1)
})
