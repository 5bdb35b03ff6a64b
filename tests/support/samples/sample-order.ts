import type { Insertable } from 'kysely'
import * as v from 'valibot'
import { Cart } from '#domain/shop/cart.ts'
import type { OrderTable } from '../../../server/shop/orders/order-table.ts'
import { priceOrder } from '../../../server/shop/prices/price-order.ts'
import type { TestApp } from '../server/test-app.ts'

let counted = 0

/**
 * Adds an order to the database, priced by the shop's configuration: a transmitter, a plate made to measure and two subscriptions by prepayment unless `cart`
 * says otherwise. It bypasses the API so that nothing is sent.
 */
export async function sampleOrder(
  app: Pick<TestApp, 'deps' | 'db' | 'clock'>,
  cart: Partial<v.InferInput<typeof Cart>> = {},
  fields: Partial<Insertable<OrderTable>> = {},
): Promise<{ id: number; key: string; total: number; updatedAt: number }> {
  const { language = 'de' } = fields
  const whole = v.parse(Cart, {
    mode: 'hardware+digital',
    nofControllers: 1,
    nofSubscriptions: 2,
    customPlates: [{ product: 'scale-custom', widthMm: 450, depthMm: 520, count: 1 }],
    ...cart,
  })
  const price = await priceOrder(app.deps, { cart: whole, accountId: null, locale: language })
  const number = String(++counted).padStart(4, '0')
  const key = `ABCD-EFGH-JKMN-${number}`
  const now = app.clock.now()
  const { id } = await app.db
    .insertInto('order')
    .values({
      key,
      client_id: `00000000-0000-4000-9000-${number.padStart(12, '0')}`,
      account_id: null,
      language,
      variant: 'hivewatch',
      site: 'https://hives.example.org',
      config_version: price.configVersion,
      mode: whole.mode,
      cart: JSON.stringify(whole),
      price: JSON.stringify(price),
      currency: price.currency,
      total: price.total,
      received_at: null,
      payment_method: 'prepayment',
      state: 'open',
      comment: '',
      email: 'anna@example.org',
      firstname: 'Anna',
      lastname: 'Müller',
      company: '',
      street: 'Waldweg 12a',
      zip: '3000',
      city: 'Bern',
      country: 'ch',
      phone: '+41 79 000 00 00',
      plate_pickup: whole.platePickup,
      ordered_at: now,
      updated_at: now,
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, key, total: price.total, updatedAt: now }
}
