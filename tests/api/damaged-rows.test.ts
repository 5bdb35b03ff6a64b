import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Apiary, makeApiary } from '../support/samples/beekeeper-apiary.ts'
import { digitalCart, order } from '../support/samples/order-cart.ts'
import { sampleOrder } from '../support/samples/sample-order.ts'
import { type Client, createTestApp, type TestApp } from '../support/server/test-app.ts'

/** No date is that far away. */
const NO_TIME = 9e15
const NO_JSON = '{'

let app: TestApp
let apiary: Apiary
let clients: { anna: Client; watcher: Client; admin: Client }
beforeAll(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://bees.example.org', SHOP: 'on', PAYMENT_PROVIDER: 'test' })
  const admin = await app.signIn('admin@example.org', { admin: true })
  apiary = await makeApiary(app)
  clients = { anna: apiary.anna, watcher: apiary.watcher, admin }
  const now = app.clock.now()
  const { db } = app
  const import_ = { account_id: apiary.anna.accountId, name: 'x.csv', bytes: 1, encoding: 'utf-8', created_at: now }
  await db
    .insertInto('import')
    .values({
      ...import_,
      lines: '[]',
      status: 'undone',
      mapping: null,
      findings: null,
      problem: null,
      finished_at: now,
    })
    .execute()
  const passkey = { account_id: apiary.anna.accountId, public_key: new Uint8Array(), counter: 0, transports: '[]' }
  await db
    .insertInto('passkey')
    .values({ ...passkey, credential_id: 'key', name: 'Phone', created_at: now })
    .execute()
  await apiary.anna.post('/user/apiToken', { name: 'Sheet', scopes: ['scales'], days: 1 })
  await sampleOrder(app)
  await admin.post(`/admin/controller/${apiary.named.controller}`, { name: 'Waldrand 2' })
})
afterAll(() => app.close())

const controller = () => `/controller/${apiary.named.controller}`
const span = 'from=2026-05-01T00:00:00Z&to=2026-05-12T00:00:00Z'

type Row = [table: string, column: string, damage: number | string, who: keyof typeof clients, path: () => string]
const rows: Row[] = [
  ['account', 'created_at', NO_TIME, 'admin', () => '/admin/users'],
  ['session', 'created_at', NO_TIME, 'anna', () => '/user/sessions'],
  ['api_token', 'created_at', NO_TIME, 'anna', () => '/user/apiToken'],
  ['api_token', 'scopes', NO_JSON, 'anna', () => '/user/apiToken'],
  ['passkey', 'created_at', NO_TIME, 'anna', () => '/user/passkey'],
  ['controller', 'last_seen_at', NO_TIME, 'anna', () => '/controller'],
  ['controller', 'activated_at', NO_TIME, 'anna', () => '/controller'],
  ['controller', 'subscription_ends_at', NO_TIME, 'admin', () => '/admin/controllers'],
  ['watch', 'created_at', NO_TIME, 'watcher', () => '/controller/watches'],
  ['share', 'created_at', NO_TIME, 'anna', () => '/share'],
  ['forwarding', 'due_at', NO_TIME, 'anna', () => `${controller()}/forwarding`],
  ['forwarding', 'last_error', 'no reason', 'anna', () => `${controller()}/forwarding`],
  ['notification', 'heard_at', NO_TIME, 'anna', () => '/notification'],
  ['notification', 'alarm_types', NO_JSON, 'anna', () => '/notification'],
  ['notification', 'rings_always', NO_JSON, 'anna', () => '/notification'],
  ['notification', 'season_kinds', NO_JSON, 'anna', () => '/notification'],
  ['visit', 'ended_at', NO_TIME, 'anna', () => `/visit?${span}`],
  ['alarm', 'ended_at', NO_TIME, 'anna', () => `/alarm?${span}`],
  ['job', 'created_at', NO_TIME, 'anna', () => '/jobs'],
  ['job', 'result', NO_JSON, 'anna', () => '/jobs'],
  ['import', 'created_at', NO_TIME, 'anna', () => '/imports'],
  ['import', 'mapping', NO_JSON, 'anna', () => '/imports'],
  ['order', 'ordered_at', NO_TIME, 'admin', () => '/shop/orders'],
]

const lengthOf = (body: unknown[] | { items: unknown[] }) => (Array.isArray(body) ? body : body.items).length

test.each(rows)('a damaged %s.%s hides no row of a list', async (table, column, damage, who, path) => {
  const [name, of] = [sql.table(table), sql.ref(column)]
  const known = await clients[who].get(path())
  expect(known.status, path()).toBe(200)
  expect(lengthOf(known.body)).toBeGreaterThan(0)
  const kept = await sql`select * from ${name}`.execute(app.db)
  expect(kept.rows.length).toBeGreaterThan(0)
  await sql`update ${name} set ${of} = ${damage}`.execute(app.db)
  const { status, body } = await clients[who].get(path())
  for (const row of kept.rows as Record<string, unknown>[]) {
    const key = 'id' in row ? 'id' : Object.keys(row)[0]!
    await sql`update ${name} set ${of} = ${row[column]} where ${sql.ref(key)} = ${row[key]}`.execute(app.db)
  }
  expect({ status, length: status === 200 ? lengthOf(body) : undefined }).toEqual({
    status: 200,
    length: lengthOf(known.body),
  })
})

test('a damaged entry hides no other of the list of changes', async () => {
  const known = (await clients.admin.get('/admin/audit')).body.items
  expect(known.length).toBeGreaterThan(0)
  const entry = { actor_id: clients.admin.accountId, actor_email: 'admin@example.org', action: 'user.edit' }
  await app.db
    .insertInto('audit')
    .values({ ...entry, subject_type: 'user', subject_id: '1', at: NO_TIME, before: NO_JSON, after: NO_JSON })
    .execute()
  const { status, body } = await clients.admin.get('/admin/audit')
  expect(status).toBe(200)
  expect(body.items).toHaveLength(known.length + 1)
  expect(body.items).toContainEqual(expect.objectContaining({ before: null, after: null }))
})

test('an account whose rows are damaged can be exported', async () => {
  await app.db.updateTable('share').set({ created_at: NO_TIME }).execute()
  await app.db.updateTable('api_token').set({ scopes: NO_JSON }).execute()
  const { status, body } = await apiary.anna.get('/user/export')
  expect(status).toBe(200)
  expect(body.shares).toMatchObject([{ createdAt: '1970-01-01T00:00:00.000Z' }])
  expect(body.apiTokens).toMatchObject([{ name: 'Sheet', scopes: [] }])
})

test('the device doctor works for a transmitter whose last time is damaged', async () => {
  await app.db.updateTable('controller').set({ last_seen_at: NO_TIME }).execute()
  const { status, body } = await apiary.anna.get(`${controller()}/doctor`)
  expect({ status, lastSeen: body.lastSeen }).toEqual({ status: 200, lastSeen: '1970-01-01T00:00:00.000Z' })
})

test('the page of an order shows it even if its date is damaged', async () => {
  const { key } = (await order(apiary.anna, digitalCart)).body
  await app.db.updateTable('order').set({ ordered_at: NO_TIME }).where('key', '=', key).execute()
  const { status, body } = await app.nobody.get(`/shop/order/${key}`)
  expect({ status, orderedAt: body.orderedAt }).toEqual({ status: 200, orderedAt: '1970-01-01T00:00:00.000Z' })
})
