import { afterAll, beforeAll, expect, test } from 'vitest'
import { swissMidnight, swissPeriod } from '#domain/shop/swiss-period.ts'
import { sampleOrder } from '../../../../tests/support/samples/sample-order.ts'
import { type Client, createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { quarterDays } from './vat-report.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await createTestApp({ SHOP: 'on' })
  await goTo('2026-05-10T10:00:00Z')
})
afterAll(() => app.close())

let administrators = 0
/** Moves the clock to another time, by which earlier sessions have ended. */
async function goTo(time: string): Promise<void> {
  app.clock.set(Date.parse(time))
  admin = await app.signIn(`admin-${++administrators}@example.org`, { admin: true })
}

async function pay(id: number, amount: number, at: string): Promise<void> {
  await goTo(at)
  const { updatedAt } = (await admin.get(`/shop/orders/${id}`)).body
  const { status } = await admin.post(`/shop/orders/${id}`, { updatedAt, payment: { amount } })
  expect(status).toBe(200)
}
const report = async (year: number, quarter: number) =>
  (await admin.get(`/shop/accounting/vat?year=${year}&quarter=${quarter}`)).body
const table = async (query: string, language = 'en') => {
  const { status, body, headers } = await admin.get(`/shop/accounting/table?${query}`, { 'accept-language': language })
  expect(status).toBe(200)
  const lines = (body as string)
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
  return { body: body as string, lines, headers }
}

test.each([
  ['2026-01-15', '2026-01-14T23:00:00.000Z'],
  ['2026-07-15', '2026-07-14T22:00:00.000Z'],
  ['2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', '2026-10-25T23:00:00.000Z'],
])('%s begins in Switzerland at %s', (day, moment) => {
  expect(new Date(swissMidnight(day)).toISOString()).toBe(moment)
})

test('a period includes its last day', () => {
  expect(swissPeriod('2026-10-24', '2026-10-25')).toEqual({
    from: Date.parse('2026-10-23T22:00:00Z'),
    to: Date.parse('2026-10-25T23:00:00Z'),
  })
  expect([1, 2, 3, 4].map((quarter) => Object.values(quarterDays(2028, quarter)).join(' '))).toEqual([
    '2028-01-01 2028-03-31',
    '2028-04-01 2028-06-30',
    '2028-07-01 2028-09-30',
    '2028-10-01 2028-12-31',
  ])
})

test('a quarter contains what was received in it, whenever it was ordered, to the last minute in Switzerland', async () => {
  const { id, total } = await sampleOrder(app)
  await pay(id, 10_000, '2026-06-30T21:59:59Z')
  await pay(id, total, '2026-06-30T22:00:00Z')
  await pay(id, -10_000, '2026-09-30T21:59:00Z')

  const second = await report(2026, 2)
  // 100.00 at 8.1 %: 100 / 1.081 is 92.51
  const first = { gross: 10_000, net: 9251, vat: 749 }
  expect(second).toEqual({
    ...{ year: 2026, quarter: 2, from: '2026-04-01', to: '2026-06-30', currency: 'chf', payments: 1, overpaid: 0 },
    lines: [{ rate: 810, ...first }],
    total: first,
  })
  const third = await report(2026, 3)
  expect(third).toMatchObject({ payments: 2, overpaid: 0, total: { gross: total - 10_000 } })
  const vat = Math.round((total * 810) / 10_810)
  expect(second.total.vat + third.total.vat).toBe(vat)
  expect((await report(2026, 4)).lines).toEqual([])
})

test('a discount given later changes no quarter already reported, only the one in which it is paid back', async () => {
  await goTo('2029-05-10T12:00:00Z')
  const { id, total } = await sampleOrder(app)
  await pay(id, total, '2029-05-20T12:00:00Z')
  const second = await report(2029, 2)
  expect(second).toMatchObject({ total: { gross: total }, overpaid: 0 })
  await goTo('2029-08-10T12:00:00Z')
  const { updatedAt } = (await admin.get(`/shop/orders/${id}`)).body
  expect((await admin.post(`/shop/orders/${id}`, { updatedAt, discount: 5000 })).status).toBe(200)
  expect(await report(2029, 2)).toEqual(second)
  await pay(id, -5000, '2029-08-11T12:00:00Z')
  expect(await report(2029, 2)).toEqual(second)
  const vat = (gross: number) => Math.round((gross * 810) / 10_810)
  expect(await report(2029, 3)).toMatchObject({
    lines: [{ rate: 810, gross: -5000, vat: vat(total - 5000) - vat(total) }],
    overpaid: 0,
  })
})

test('rates are listed from the highest down, with overpayments next to them', async () => {
  const vat = [
    { rate: 260, amount: 51, gross: 2000 },
    { rate: 810, amount: 2922, gross: 39_000 },
  ]
  const { id } = await sampleOrder(app)
  const { price } = await app.db.selectFrom('order').select('price').where('id', '=', id).executeTakeFirstOrThrow()
  const priced = { total: 41_000, price: JSON.stringify({ ...JSON.parse(price), total: 41_000, vat }) }
  await app.db.updateTable('order').set(priced).where('id', '=', id).execute()
  await pay(id, 50_000, '2026-11-10T12:00:00Z')
  expect(await report(2026, 4)).toMatchObject({
    lines: [
      { rate: 810, gross: 39_000, vat: 2922 },
      { rate: 260, gross: 2000, vat: 51 },
    ],
    total: { gross: 41_000, vat: 2973 },
    overpaid: 9000,
  })
})

test('the tables have one row per rate, open in a spreadsheet, and contain no formulas', async () => {
  await goTo('2027-01-10T12:00:00Z')
  const { id, key, total } = await sampleOrder(app, {}, { company: '=HYPERLINK("http://x")', city: 'Bern; Wabern' })
  await pay(id, total, '2027-01-12T12:00:00Z')
  const orders = await table('table=orders&from=2027-01-01&to=2027-03-31', 'de')
  const raw = await app.app.request('/api/shop/accounting/table?table=orders&from=2027-01-01&to=2027-03-31', {
    headers: { cookie: admin.cookie! },
  })
  expect([...new Uint8Array(await raw.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(orders.headers.get('content-disposition')).toBe('attachment; filename="orders-2027-01-01-2027-03-31.csv"')
  const francs = (rappen: number) => String(rappen / 100).replace('.', ',')
  const vat = Math.round((total * 810) / 10_810)
  expect(orders.lines[0]).toContain('Bestellung;Bestellt am;Kunde')
  expect(orders.lines.slice(1)).toEqual([
    [
      ...[
        key,
        '2027-01-10',
        '"\'=HYPERLINK(""http://x"")"',
        'anna@example.org',
        '3000',
        '"Bern; Wabern"',
        'CH',
        'open',
      ],
      ...['prepayment', 'CHF', francs(total), '0', francs(total), '2027-01-12', '8,1', francs(total)],
      ...[francs(total - vat), francs(vat)],
    ].join(';'),
  ])
  const payments = await table('table=payments&from=2027-01-12&to=2027-01-12')
  expect(payments.lines).toHaveLength(2)
  expect(payments.lines[1]).toContain(`2027-01-12,${key},2027-01-10,`)
  expect(payments.lines[1]).toMatch(/,prepayment,hand,CHF,8\.1,/)
  expect((await table('table=payments&from=2027-01-13&to=2027-03-31')).lines).toHaveLength(1)
})

test('more rows than are read at a time are all included', async () => {
  await goTo('2028-02-01T12:00:00Z')
  const { id } = await sampleOrder(app)
  const { id: _, ...row } = await app.db.selectFrom('order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const copies = Array.from({ length: 449 }, (__, at) => ({ ...row, key: `COPY-${at}`, client_id: `copy-${at}` }))
  for (let at = 0; at < copies.length; at += 50)
    await app.db
      .insertInto('order')
      .values(copies.slice(at, at + 50))
      .execute()
  const { lines } = await table('table=orders&from=2028-02-01&to=2028-02-01')
  expect(new Set(lines).size).toBe(451)
})

test('accounting is for administrators only, and for valid periods only', async () => {
  const anna = await app.signIn('anna@example.org')
  for (const path of [
    '/shop/accounting/vat?year=2026&quarter=1',
    '/shop/accounting/table?table=orders&from=2026-01-01&to=2026-01-02',
  ]) {
    expect([(await anna.get(path)).status, (await app.nobody.get(path)).status]).toEqual([403, 401])
  }
  for (const path of [
    'vat?year=2026&quarter=5',
    'vat?year=x&quarter=1',
    'table?table=bees&from=2026-01-01&to=2026-01-02',
    'table?table=orders&from=2016-01-01&to=2026-01-02',
  ]) {
    expect((await admin.get(`/shop/accounting/${path}`)).status).toBe(400)
  }
})

test('figures that a damaged bill would make wrong name the order: those of a quarter, both tables, and its page', async () => {
  await goTo('2030-05-01T10:00:00Z')
  const { id, key } = await sampleOrder(app)
  await pay(id, 10_000, '2030-05-10T10:00:00Z')
  const { price } = await app.db.selectFrom('order').select('price').where('id', '=', id).executeTakeFirstOrThrow()
  await app.db.updateTable('order').set({ price: '{"total":' }).where('id', '=', id).execute()
  const days = 'from=2030-04-01&to=2030-06-30'
  const tables = ['payments', 'orders'].map((name) => `/shop/accounting/table?table=${name}&${days}`)
  const refusesAll = async (paths: string[]) => {
    for (const path of paths) {
      const { status, body } = await admin.get(path, { 'accept-language': 'en' })
      expect([status, body.code]).toEqual([500, 'order_damaged'])
      expect(body.message).toContain(`order ${key} `)
      expect(body.message).toContain(`row ${id} `)
    }
  }
  await refusesAll(['/shop/accounting/vat?year=2030&quarter=2', ...tables, `/shop/orders/${id}`])
  await app.db.updateTable('order').set({ price }).where('id', '=', id).execute()
  expect((await report(2030, 2)).payments).toBe(1)
  const { updatedAt } = (await admin.get(`/shop/orders/${id}`)).body
  await admin.post(`/shop/orders/${id}`, { updatedAt, discount: 5000 })
  const edits = app.db.updateTable('order_history').where('order_id', '=', id).where('before', 'like', '%"discount":%')
  await edits.set({ before: '{"discount":' }).execute()
  await refusesAll(['/shop/accounting/vat?year=2030&quarter=2', tables[0]!])
})
