import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleOrder } from '../../../../tests/support/samples/sample-order.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { readOrderDetail } from './administer-order-detail.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SHOP: 'on' })
})
afterAll(() => app.close())

const read = (id: number) => readOrderDetail(app.deps, id)
const priceOf = async (id: number) =>
  JSON.parse(
    (await app.db.selectFrom('order').select('price').where('id', '=', id).executeTakeFirstOrThrow()).price,
  ) as { vat: unknown }

test('an order in good order needs no attention', async () => {
  const { id } = await sampleOrder(app)
  expect(await read(id)).toMatchObject({ needsAttention: false, digital: false, receivedAt: null, withdrawnAt: null })
})

test('a payment in another currency needs attention', async () => {
  const { id } = await sampleOrder(app)
  const payment = { order_id: id, provider: 'stripe', provider_id: `pi_${id}`, amount: 100, method: 'card' } as const
  const insert = (status: 'otherCurrency' | 'failed', provider_id: string) =>
    app.db
      .insertInto('order_payment')
      .values({ ...payment, provider_id, currency: 'eur', status, received_at: app.clock.now() })
      .execute()
  await insert('failed', 'first')
  expect(await read(id)).toMatchObject({ needsAttention: false })
  await insert('otherCurrency', 'second')
  expect(await read(id)).toMatchObject({ needsAttention: true, strangePaymentsOpen: true })
})

test.each([
  ['due', false],
  ['done', false],
  ['failed', true],
] as const)('a fulfilment that is %s: needs attention is %s', async (state, needsAttention) => {
  const { id } = await sampleOrder(app)
  const now = app.clock.now()
  await app.db
    .insertInto('order_fulfilment')
    .values({ order_id: id, state, due_at: now, done_at: null, last_error: null })
    .execute()
  expect(await read(id)).toMatchObject({ fulfilment: state, needsAttention })
})

test('shows when it was paid in full and withdrawn, and that nothing in it is sent by post', async () => {
  const at = Date.UTC(2026, 4, 9, 12)
  const cart = { mode: 'digital', nofControllers: 0, customPlates: [] } as const
  const { id } = await sampleOrder(app, { ...cart, customPlates: [] }, { received_at: at, withdrawn_at: at + 1000 })
  expect(await read(id)).toMatchObject({
    digital: true,
    receivedAt: '2026-05-09T12:00:00.000Z',
    withdrawnAt: '2026-05-09T12:00:01.000Z',
  })
})

test('the tax is that of the price, or of what is left of it after a manual discount', async () => {
  const { id, total } = await sampleOrder(app)
  const { vat } = await priceOf(id)
  expect((await read(id)).vat).toEqual(vat)
  await app.db.updateTable('order').set({ discount: 10_000 }).where('id', '=', id).execute()
  const discounted = (await read(id)).vat
  expect(discounted.reduce((sum, { gross }) => sum + gross, 0)).toBe(total - 10_000)
  expect(discounted).not.toEqual(vat)
})
