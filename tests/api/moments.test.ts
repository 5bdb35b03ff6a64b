import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Client, createTestApp, type TestApp } from '../support/server/test-app.ts'

let app: TestApp
let anna: Client
let admin: Client
let controllerId: number
let scaleId: number
beforeAll(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  admin = await app.signIn('admin@example.org', { admin: true })
  controllerId = (await app.claim(anna)).id
  scaleId = await app.addScale(anna, controllerId)
})
afterAll(() => app.close())

const query = (text: string) => encodeURIComponent(text)

/** Every call that takes a time. */
const calls: [string, (text: string) => Promise<Answer>][] = [
  ['alarms from', (text) => anna.get(`/alarm?from=${query(text)}`)],
  ['alarms to', (text) => anna.get(`/alarm?to=${query(text)}`)],
  ['jumps', (text) => anna.get(`/jump?scales=${scaleId}&from=${query(text)}`)],
  ['interventions from', (text) => anna.get(`/intervention?from=${query(text)}`)],
  ['interventions to', (text) => anna.get(`/intervention?to=${query(text)}`)],
  ['an intervention', (text) => anna.post('/intervention', { scaleId, label: 'feeding', time: text })],
  ['visits from', (text) => anna.get(`/visit?from=${query(text)}`)],
  ['a visit', (text) => anna.post('/visit', { id: app.deps.ids.uuid(), controllerId, startedAt: text, endedAt: text })],
  ['swarms from', (text) => anna.get(`/course?from=${query(text)}`)],
  [
    'mute',
    // it must end in the future
    (text) =>
      anna.post(`/notification/mute?idcontroller=${controllerId}`, {
        notificationType: 'swarm',
        enddate: text.replace('2026', '2027'),
      }),
  ],
  [
    'a share',
    (text) => anna.post('/share', { type: 'fixed', scales: [scaleId], from: text, to: '2027-01-01T00:00:00Z' }),
  ],
  ['a job', (text) => admin.post('/jobs', { type: 'RETENTION', from: text, to: '2027-01-01' })],
  ['midnight values', (text) => anna.get(`/controller/${controllerId}/midnightvalues?from=${query(text)}`)],
  ['the audit', (text) => admin.get(`/admin/audit?from=${query(text)}`)],
  ['the audit’s table', (text) => admin.get(`/admin/audit.csv?to=${query(text)}`)],
  ['a subscription', (text) => admin.post(`/admin/controller/${controllerId}`, { subscriptionEnd: text })],
]

describe.each(calls)('%s', (_, send) => {
  test.each(['2026-04-10T12:00:00+02', '2026-04-10T12:01:00.5+0200', '2026-04-10T10:02:00Z'])(
    'accepts %s',
    async (text) => {
      expect((await send(text)).status).toBeLessThan(300)
    },
  )

  test.each(['2026-02-30T10:00:00Z', '2026-02-30', '2026-04-31T10:00:00+02', '2026-04-10T10:00:00', 'soon', ''])(
    'refuses “%s”',
    async (text) => {
      const { status, body } = await send(text)
      expect([status, typeof body.code]).toEqual([400, 'string'])
    },
  )
})

test('a subscription ends when requested, and an invalid time never makes it endless', async () => {
  const endsAt = async () =>
    (await app.db.selectFrom('controller').select('subscription_ends_at').executeTakeFirstOrThrow())
      .subscription_ends_at
  await admin.post(`/admin/controller/${controllerId}`, { subscriptionEnd: '2027-04-10T12:00:00+02' })
  expect(await endsAt()).toBe(Date.parse('2027-04-10T10:00:00Z'))
  for (const subscriptionEnd of ['2027-02-30T10:00:00Z', '2027-04-10T12:00:00', '2027-04-10T12:00:00+25']) {
    expect((await admin.post(`/admin/controller/${controllerId}`, { subscriptionEnd })).status).toBe(400)
  }
  expect(await endsAt()).toBe(Date.parse('2027-04-10T10:00:00Z'))
})

test.each([
  ['gains', (day: string) => anna.get(`/heatmap/map?from=${day}&to=2026-05-01`)],
  ['averages', (day: string) => anna.get(`/regionaverage?controllerId=${controllerId}&from=${day}&to=2026-05-01`)],
  ['bookkeeping', (day: string) => admin.get(`/shop/accounting/table?table=orders&from=${day}&to=2026-05-01`)],
  ['orders', (day: string) => admin.get(`/shop/orders?from=${day}`)],
])('%s do not accept February 30', async (_, send) => {
  expect((await send('2026-02-30')).status).toBe(400)
  expect((await send('2026-02-28')).status).not.toBe(400)
})
