import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleOrder } from '../../../../tests/support/samples/sample-order.ts'
import { type Client, createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'

const DAY = 24 * 3600_000
const start = Date.parse('2026-05-10T22:30:00Z')

let app: TestApp
let admin: Client
let keys: string[]

/** Five orders, one a day from May 11 at half past midnight in Switzerland. */
beforeAll(async () => {
  app = await createTestApp({ SHOP: 'on' })
  admin = await app.signIn('admin@example.org', { admin: true })
  const orders = [
    await sampleOrder(app, {}, { ordered_at: start, lastname: 'Öztürk', city: 'Wil' }),
    await sampleOrder(app, {}, { ordered_at: start + DAY, company: 'Imkerei 100%', payment_method: 'card' }),
    await sampleOrder(app, {}, { ordered_at: start + 2 * DAY, paid: 500, invoice_sent: 1 }),
    await sampleOrder(app, {}, { ordered_at: start + 3 * DAY, state: 'cancelled', paid: 500 }),
    await sampleOrder(app, { nofSubscriptions: 5 }, { ordered_at: start + 4 * DAY, discount: 1_000_000 }),
  ]
  keys = orders.map(({ key }) => key)
})
afterAll(() => app.close())

const list = async (query = '') => (await admin.get(`/shop/orders?${query}`)).body
/** Which of the five were found, by their number. */
const found = async (query: string) =>
  (await list(query)).items.map(({ key }: { key: string }) => keys.indexOf(key) + 1)

test.each([
  ['', [5, 4, 3, 2, 1]],
  ['direction=ascending', [1, 2, 3, 4, 5]],
  // the discount of the last one leaves nothing
  ['sort=total', [4, 3, 2, 1, 5]],
  ['sort=total&direction=ascending&limit=1', [5]],
  ['q=özt', [1]],
  ['q=wil anna', [1]],
  ['q=100%25', [2]],
  ['q=%25', [2]],
  ['q=nobody', []],
  ['state=cancelled', [4]],
  ['state=open&paid=false', [3, 2, 1]],
  ['paid=true', [5]],
  ['flag=invoiceSent', [3]],
  ['lacks=invoiceSent&state=open', [5, 2, 1]],
  ['method=card', [2]],
  ['attention=true', [4]],
  ['from=2026-05-12&to=2026-05-13', [3, 2]],
  ['to=2026-05-10', []],
])('%s finds %j', async (query, expected) => {
  expect(await found(query)).toEqual(expected)
})

test('an order is found by part of its key', async () => {
  expect(await found(`q=${keys[2]!.slice(10).toLowerCase()}`)).toEqual([3])
})

test('pages follow each other without a gap, and the first has the totals', async () => {
  const first = await list('limit=2&q=anna')
  const second = await list(`limit=2&q=anna&cursor=${first.nextCursor}`)
  const third = await list(`limit=2&q=anna&cursor=${second.nextCursor}`)
  const pages = [first, second, third].map(({ items }) =>
    items.map(({ key }: { key: string }) => keys.indexOf(key) + 1),
  )
  expect(pages).toEqual([[5, 4], [3, 2], [1]])
  expect([second.totals, third.totals, third.nextCursor]).toEqual([null, null, null])
  const { total } = first.items[1]
  // nothing is due for the cancelled one, and the discount of the last one leaves nothing
  expect(first.totals).toEqual({ count: 5, total: 4 * total, paid: 1000, due: 3 * total - 500 })
  expect((await admin.get(`/shop/orders?sort=total&cursor=${first.nextCursor}`)).status).toBe(400)
})

test('pages by total follow each other across a discount', async () => {
  const { items, nextCursor } = await list('sort=total&limit=4')
  expect(items).toHaveLength(4)
  expect(await found(`sort=total&limit=4&cursor=${nextCursor}`)).toEqual([5])
})

test('the list contains no more than what is shown', async () => {
  const [order] = (await list(`q=${keys[1]}`)).items
  expect(order).toEqual({
    ...{ id: expect.any(Number), key: keys[1], orderedAt: '2026-05-11T22:30:00.000Z', customer: 'Imkerei 100%' },
    ...{ email: 'anna@example.org', city: 'Bern', total: order.total, paid: 0, due: order.total, currency: 'chf' },
    ...{ state: 'open', payment: 'open', paymentMethod: 'card', flags: [], needsAttention: false },
  })
  const [cancelled] = (await list('state=cancelled')).items
  expect(cancelled).toMatchObject({ total: order.total, paid: 500, due: 0 })
})
