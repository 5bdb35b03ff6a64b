import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sampleOrder } from '../../../../tests/support/samples/sample-order.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { type CheckoutRequest, PaymentUnavailable } from '../../../platform/adapters/payment.ts'
import { selectCheckouts } from '../checkout-queries.ts'
import { createCheckoutLoop } from '../loops/checkout-loop.ts'
import { openCheckout } from './open-checkout.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let app: TestApp
let asked: CheckoutRequest[]
let closed: string[]
/** How the fake provider behaves. */
let provider: { life: number; fault: Error | undefined; looks: number }
beforeAll(async () => {
  app = await createTestApp({ SHOP: 'on' })
  app.deps.payment = {
    ...app.deps.payment,
    openCheckout: async (request) => {
      if (provider.fault) throw provider.fault
      asked.push(request)
      const id = `page-${app.clock.now()}-${Math.random()}`
      return { id, url: `https://pay.example.org/${id}`, expiresAt: app.clock.now() + provider.life }
    },
    askCheckout: async () => {
      provider.looks++
      if (provider.fault) throw provider.fault
      return undefined
    },
    closeCheckout: async (id) => void closed.push(id),
  }
})
afterAll(() => app.close())
beforeEach(async () => {
  asked = []
  closed = []
  provider = { life: HOUR, fault: undefined, looks: 0 }
  await app.db.deleteFrom('order_checkout').execute()
})

const rowOf = (id: number) => app.db.selectFrom('order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
async function payable(fields: object = {}) {
  const { id } = await sampleOrder(app, {}, { payment_method: 'card', ...fields })
  const open = async (method: 'card' | 'twint' | 'prepayment' = 'card', changes: object = {}) =>
    openCheckout(app.deps, { ...(await rowOf(id)), ...changes }, method)
  return { id, open, pages: () => selectCheckouts(app.db, id) }
}

describe('the payment page of an order', () => {
  it('is for the amount due, in the method and language of the order, and leads back to it', async () => {
    const { id, open, pages } = await payable({ paid: 500, discount: 100 })
    const { key, total } = await rowOf(id)
    const url = await open('twint')
    const back = `https://hives.example.org/shop/completion?order=${key}`
    expect(asked).toEqual([
      {
        ...{ orderKey: key, amount: total - 600, currency: 'chf', email: 'anna@example.org', locale: 'de' },
        ...{ method: 'twint', label: expect.stringContaining(key), site: 'https://hives.example.org' },
        ...{ paidUrl: back, givenUpUrl: `${back}&payment=givenUp`, idempotencyKey: expect.any(String) },
      },
    ])
    expect(asked[0]?.label).toContain('HiveWatch')
    const now = app.clock.now()
    expect(await pages()).toMatchObject([
      {
        ...{ provider: 'test', amount: total - 600, currency: 'chf', method: 'twint', url, state: 'open' },
        ...{ created_at: now, expires_at: now + HOUR, due_at: now + MINUTE },
      },
    ])
  })

  it('for subscriptions only leads back to their shop', async () => {
    const { open } = await payable({ mode: 'digital' })
    await open()
    expect(asked[0]?.paidUrl).toContain('https://hives.example.org/subscriptionShop/completion?order=')
  })

  it('is reused as long as there is time to pay there', async () => {
    const { open, pages } = await payable()
    const url = await open()
    app.clock.advance(HOUR - 30 * MINUTE - 1)
    expect(await open()).toBe(url)
    app.clock.advance(1)
    expect(await open()).not.toBe(url)
    expect(await pages()).toHaveLength(2)
  })

  it.each([
    ['another way', 'twint', {}],
    ['another amount', 'card', { discount: 100 }],
  ] as const)('is a new one for %s', async (_, method, changes) => {
    const { open } = await payable()
    const url = await open()
    expect(await open(method, changes)).not.toBe(url)
    expect(new Set(asked.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2)
  })

  it.each([
    ['paid', { state: 'paid' }],
    ['failed', { state: 'failed' }],
    ['of another provider', { provider: 'stripe' }],
  ] as const)('is a new one if the last one is %s', async (_, changes) => {
    const { id, open } = await payable()
    const url = await open()
    await app.db.updateTable('order_checkout').set(changes).where('order_id', '=', id).execute()
    expect(await open()).not.toBe(url)
  })

  it('is requested under a key that changes every ten minutes, so that a failure does not stick', async () => {
    const keyOf = async () => {
      const { open } = await payable()
      await open()
      return asked.at(-1)!.idempotencyKey.split('/').slice(1).join('/')
    }
    // the clock of tests starts at a full hour
    app.clock.advance(10 * MINUTE - (app.clock.now() % (10 * MINUTE)))
    const first = await keyOf()
    app.clock.advance(10 * MINUTE - 1)
    expect(await keyOf()).toBe(first)
    app.clock.advance(1)
    expect(await keyOf()).not.toBe(first)
  })

  it.each([
    ['a bill comes', 'prepayment', {}],
    ['the order is cancelled', 'card', { state: 'cancelled' }],
    ['the order is over', 'card', { state: 'completed' }],
    ['nothing is due', 'card', { discount: 10_000_000 }],
    ['too much was paid', 'card', { paid: 10_000_000 }],
  ] as const)('does not exist if %s', async (_, method, changes) => {
    const { open, pages } = await payable()
    expect(await open(method, changes)).toBeNull()
    expect([asked, await pages()]).toEqual([[], []])
  })

  it('that the provider does not give is logged, and other errors are not hidden', async () => {
    const { open, pages } = await payable()
    provider.fault = new PaymentUnavailable('no answer')
    await expect(open()).rejects.toMatchObject({ status: 503, code: 'payment_unavailable' })
    provider.fault = new TypeError('a fault of our own')
    await expect(open()).rejects.toThrow('a fault of our own')
    expect(await pages()).toEqual([])
  })

  it('needs a provider', async () => {
    const { id } = await payable()
    const row = await rowOf(id)
    const none = { ...app.deps, payment: { ...app.deps.payment, provider: 'none' as const } }
    await expect(openCheckout(none, row, 'card')).rejects.toMatchObject({ status: 503, code: 'payment_unavailable' })
    expect(asked).toEqual([])
  })
})

describe('a payment page without news', () => {
  async function looked(loop: ReturnType<typeof createCheckoutLoop>) {
    loop.wake()
    await loop.idle()
  }
  /** An open page, with a function that looks at it. */
  async function watched(fields: object = {}) {
    const { id, open } = await payable(fields)
    await open()
    const loop = createCheckoutLoop(app.deps)
    const page = async () => (await selectCheckouts(app.db, id))[0]!
    return { id, page, look: () => looked(loop), stop: () => loop.stop() }
  }

  it('is looked up after a minute, then less and less often, at least every two hours', async () => {
    provider.life = 48 * HOUR
    const { page, look, stop } = await watched()
    const begun = app.clock.now()
    await look()
    expect(provider.looks).toBe(0)
    for (const [after, pause] of [
      [MINUTE, MINUTE],
      [10 * MINUTE, 10 * MINUTE],
      [20 * HOUR, 2 * HOUR],
    ] as const) {
      app.clock.advance(begun + after - app.clock.now())
      await look()
      expect(await page()).toMatchObject({ state: 'open', due_at: app.clock.now() + pause })
    }
    expect(provider.looks).toBe(3)
    await stop()
  })

  it('is given up an hour after its end', async () => {
    const { page, look, stop } = await watched()
    app.clock.advance(2 * HOUR)
    await look()
    expect((await page()).state).toBe('open')
    await app.db.updateTable('order_checkout').set({ due_at: 0 }).execute()
    app.clock.advance(1)
    await look()
    expect(await page()).toMatchObject({ state: 'expired' })
    expect(closed).toEqual([])
    await stop()
  })

  it('is looked up for a week after its end while the provider is unreachable', async () => {
    const { page, look, stop } = await watched()
    provider.fault = new PaymentUnavailable('no answer')
    app.clock.advance(HOUR + 7 * 24 * HOUR)
    await look()
    expect((await page()).state).toBe('open')
    await app.db.updateTable('order_checkout').set({ due_at: 0 }).execute()
    app.clock.advance(1)
    await look()
    expect((await page()).state).toBe('expired')
    await stop()
  })

  it.each([
    ['was cancelled', { state: 'cancelled' }],
    ['costs less by now', { discount: 100 }],
    ['was paid otherwise', { paid: 1 }],
  ] as const)('is closed if the order %s', async (_, changes) => {
    const { id, page, look, stop } = await watched()
    await app.db.updateTable('order').set(changes).where('id', '=', id).execute()
    app.clock.advance(MINUTE)
    await look()
    expect(await page()).toMatchObject({ state: 'expired' })
    expect(closed).toEqual([(await page()).provider_id])
    await stop()
  })

  it('of another provider is left alone until it is over', async () => {
    const { page, look, stop } = await watched()
    await app.db.updateTable('order_checkout').set({ provider: 'stripe' }).execute()
    app.clock.advance(MINUTE)
    await look()
    expect([provider.looks, (await page()).state]).toEqual([0, 'open'])
    app.clock.advance(3 * HOUR)
    await look()
    expect([provider.looks, (await page()).state]).toEqual([0, 'expired'])
    await stop()
  })
})
