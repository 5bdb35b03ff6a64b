import { type Cart, hasHardware, settledCart } from './cart.ts'
import type { Price, PriceFault, PriceLine } from './price.ts'
import { CartFault, goodsLines } from './price-goods.ts'
import { promoLines, sumOf } from './price-promo.ts'
import { extraDays } from './quantity-discount.ts'
import type { ShopConfig } from './shop-config.ts'
import { swissDay, vatOf, vatRateOn } from './vat.ts'

/** The smallest Swiss coin, in Rappen. */
const COIN = 5

export type Circumstances = {
  /** Epoch ms; decides the VAT rates and whether a promo code is valid. */
  now: number
  /**
   * How many of the customer's transmitters already have a subscription, not counting the one that the cart names, and the extra days granted
   * since 1 January.
   */
  running?: { others: number; grantedThisYear: number }
}

/**
 * Prices a cart. Pure: the result is the same for the same cart, configuration and day, in every language. Rounding to 5 Rappen happens
 * once, at the end. VAT is computed per rate from the sum of its lines, either included in the prices or added to them.
 */
export function priceCart(config: ShopConfig, cart: Cart, at: Circumstances): { price: Price } | { fault: PriceFault } {
  try {
    return { price: priceOf(config, settledCart(cart), at) }
  } catch (error) {
    if (error instanceof CartFault) return { fault: error.fault }
    throw error
  }
}

function priceOf(config: ShopConfig, cart: Cart, { now, running }: Circumstances): Price {
  if (!config.enabled) throw new CartFault({ code: 'shop_unavailable', path: '' })
  checkPlace(config, cart)
  const day = swissDay(now)
  const goods = goodsLines(config, cart, day)
  const days = extraDaysOf(config, cart, running)
  const reduced = [...goods, ...promoLines(config, cart.promoCode, goods, day)]
  const taxed = [...reduced, ...shippingLines(config, cart, sumOf(reduced), day)]

  const { pricesIncludeVat } = config
  const rates = [...new Set(taxed.flatMap(({ vatRate }) => (vatRate === null ? [] : [vatRate])))].sort((a, b) => b - a)
  const vat = rates.map((rate) => vatOf(sumOf(taxed.filter(({ vatRate }) => vatRate === rate)), rate, pricesIncludeVat))
  const added = pricesIncludeVat ? [] : vat.map(({ rate, amount }) => freeLine('vat', `vat:${rate}`, amount))
  const exact = sumOf(taxed) + sumOf(added)
  const total = Math.round(exact / COIN) * COIN
  const rounding = total - exact
  return {
    lines: [
      ...goods,
      ...(days > 0 ? [{ ...freeLine('extraDays', 'extraDays', 0), count: days }] : []),
      ...taxed.slice(goods.length),
      ...added,
      ...(rounding === 0 ? [] : [freeLine('rounding', 'rounding', rounding)]),
    ],
    total,
    rounding,
    vat,
    pricesIncludeVat,
    extraDays: days,
  }
}

const freeLine = (kind: PriceLine['kind'], key: string, amount: number): PriceLine => ({
  kind,
  key,
  product: null,
  count: 1,
  unitPrice: amount,
  amount,
  vatRate: null,
})

function checkPlace({ deliveryCountries, billingCountries, platePickup }: ShopConfig, cart: Cart): void {
  const { country } = cart.address
  if (hasHardware(cart) && !deliveryCountries.includes(country)) {
    throw new CartFault({ code: 'delivery_country_unsupported', path: 'address.country' })
  }
  if (!billingCountries.includes(country)) {
    throw new CartFault({ code: 'billing_country_unsupported', path: 'address.country' })
  }
  if (cart.platePickup !== null && !platePickup.some(({ key }) => key === cart.platePickup)) {
    throw new CartFault({ code: 'pickup_unknown', path: 'platePickup' })
  }
}

/** Nothing is shipped if the cart has only plates to send and they are picked up. */
function shippingLines(config: ShopConfig, cart: Cart, sum: number, day: string): PriceLine[] {
  const isSent = hasHardware(cart.platePickup === null ? cart : { ...cart, scales: {}, customPlates: [] })
  const shipping = config.shipping.find(({ country }) => country === cart.address.country)
  if (!isSent || !shipping) return []
  const amount = shipping.freeFrom !== undefined && sum >= shipping.freeFrom ? 0 : shipping.price
  return [{ ...freeLine('shipping', 'shipping', amount), vatRate: vatRateOn(config.vat, shipping.vat, day) }]
}

/**
 * Subscriptions go to what comes with the cart first: the transmitter it names, then the new ones, each of which is one more that runs. Codes
 * beyond these renew what runs already, or go to someone else: they are promised no more than that earns.
 */
function extraDaysOf(
  { quantityDiscount }: ShopConfig,
  { nofSubscriptions, subscriptionYears, subscriptionControllerId, nofControllers, controllers }: Cart,
  { others, grantedThisYear } = { others: 0, grantedThisYear: 0 },
): number {
  const term = { years: subscriptionYears, days: 0 }
  const kinds = Object.values(controllers).reduce((sum, count) => sum + count, 0)
  const added = Math.max(nofControllers, kinds) + (subscriptionControllerId === null ? 0 : 1)
  let days = 0
  for (let index = 0; index < nofSubscriptions; index++) {
    const beside = index < added ? others + index : Math.max(others + added - 1, index)
    days += extraDays(quantityDiscount, { others: beside, term, grantedThisYear: grantedThisYear + days })
  }
  return days
}
