import type { Answer, Client } from '../server/test-app.ts'

export const orderAddress = {
  email: 'anna@example.org',
  firstname: 'Anna',
  lastname: 'Müller',
  street: 'Waldweg 1',
  zip: '3000',
  city: 'Bern',
  country: 'ch',
}

/** A subscription for two years. */
export const digitalCart = {
  mode: 'digital',
  nofSubscriptions: 1,
  subscriptionYears: 2,
  paymentMethod: 'twint',
  address: orderAddress,
}

/** One transmitter with a subscription. */
export const hardwareCart = { ...digitalCart, mode: 'hardware+digital', nofControllers: 1 }

/** Places an order as the wizard does: at the price that was shown. */
export async function order(customer: Client, cart: object, fields: object = {}): Promise<Answer> {
  const shown = await customer.post('/shop/validate', cart)
  if (shown.status !== 200) throw new Error(`the cart has no price: ${JSON.stringify(shown.body)}`)
  const { total, configVersion } = shown.body
  return customer.post('/shop/order', { ...cart, total, configVersion, ...fields })
}
