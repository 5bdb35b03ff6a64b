import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DeliveryStation, openDeliveryStation } from '../../../tests/support/samples/delivery-station.ts'
import { refuseRows } from '../../../tests/support/server/refusing-trigger.ts'
import type { Client } from '../../../tests/support/server/test-app.ts'
import { insertNoticeDeliveries } from './customer-notice-queries.ts'

let station: DeliveryStation
let admin: Client
let anna: Client
let ben: Client
let bern: number
let jura: number

const addRegion = async (name: string) => {
  const shape = { west: null, south: null, east: null, north: null, outline: null, priority: 1 }
  const row = { name, geojson: '{}', utc_offset: 1, alarm_from: 9, alarm_to: 18, ...shape }
  return (await station.app.db.insertInto('region').values(row).returning('id').executeTakeFirstOrThrow()).id
}
const addAffiliation = async (name: string) =>
  (await station.app.db.insertInto('affiliation').values({ name }).returning('id').executeTakeFirstOrThrow()).id

async function customer(email: string, regionId: number, affiliationId?: number) {
  const client = await station.app.signIn(email, affiliationId === undefined ? {} : { affiliationId })
  const { id } = await station.app.claim(client)
  await station.app.db.updateTable('controller').set({ primary_region_id: regionId }).where('id', '=', id).execute()
  return client
}

beforeEach(async () => {
  station = await openDeliveryStation()
  admin = await station.app.signIn('admin@example.org', { admin: true })
  bern = await addRegion('Bern')
  jura = await addRegion('Jura')
  anna = await customer('anna@example.org', bern)
  ben = await customer('ben@example.org', jura)
  await station.addPush(anna)
  await anna.post('/notification', { type: 'email', address: 'anna@example.org' })
  await station.addNumber(anna)
  await ben.post('/notification', { type: 'email', address: 'ben@example.org' })
})
afterEach(() => station.close())

const notices = async () => (await station.deliveries()).filter(({ stage }) => stage === 'notice')
const notice = { subject: 'Foulbrood near you', text: 'Please look at your hives this week.' }
const send = (client: Client, body: object) =>
  client.post('/admin/notifyCustomers', { notificationTypes: ['email'], regionIds: [bern], ...notice, ...body })

/** Runs the job and sends what it plans, until neither has anything left to do. */
async function untilSent() {
  const settled = station.app.jobs.idle()
  let over = false
  void settled.then(() => {
    over = true
  })
  while (!over) {
    await station.deliver()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
const jobOf = async (client: Client, id: number) => (await client.get(`/jobs/${id}`)).body

test('a message goes to every channel of the chosen kinds in the chosen regions, once, with its text', async () => {
  const { status: answered, body } = await send(admin, { notificationTypes: ['push', 'email', 'sms'] })
  expect({ answered, ...body }).toMatchObject({ answered: 201, type: 'NOTIFY_CUSTOMERS', description: notice.subject })
  await untilSent()
  expect(await jobOf(admin, body.id)).toMatchObject({ status: 'done', progress: 1, result: { planned: 3 } })
  expect((await notices()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
  const mails = station.mailServer.received.filter(({ raw }) => raw.includes(notice.text))
  expect(mails).toHaveLength(1)
  expect(station.smsService.texts()).toEqual([{ to: '+41791234567', text: notice.text }])
  const [listed] = (await admin.get('/admin/notifyCustomers')).body.items
  expect(listed).toMatchObject({ ...notice, sender: 'admin@example.org', sent: 3, failed: 0, waiting: 0 })
  expect((await admin.get('/admin/audit?subject=notice')).body.items).toMatchObject([
    { action: 'notice.send', after: { subject: notice.subject, regionIds: [bern], people: 1 } },
  ])
})

test('the preview counts channels by kind, people, and those who are not reached', async () => {
  const reach = async (client: Client, body: object) => (await client.post('/admin/notifyCustomers/reach', body)).body
  expect(await reach(admin, { notificationTypes: ['push', 'sms'], regionIds: [bern, jura] })).toEqual({
    push: 1,
    email: 0,
    sms: 1,
    people: 1,
    unreached: 1,
  })
  expect(await reach(admin, { notificationTypes: ['email'], regionIds: [jura] })).toMatchObject({ email: 1, people: 1 })
})

test('deliveries planned before a crash are not sent again', async () => {
  const { body } = await send(admin, { regionIds: [bern, jura] })
  await untilSent()
  const { id } = (await admin.get('/admin/notifyCustomers')).body.items[0]
  const channels = await station.app.db.selectFrom('notification').select('id').where('type', '=', 'email').execute()
  await insertNoticeDeliveries(
    station.app.db,
    id,
    channels.map((channel) => channel.id),
    station.app.clock.now(),
  )
  await station.app.db.updateTable('job').set({ status: 'failed' }).where('id', '=', body.id).execute()
  await admin.post(`/jobs/${body.id}/retry`)
  await untilSent()
  expect(await jobOf(admin, body.id)).toMatchObject({ status: 'done', result: { planned: 2 } })
  expect(station.mailServer.received.filter(({ raw }) => raw.includes(notice.text))).toHaveLength(2)
})

test('the same message again, as after a lost answer, goes to nobody twice', async () => {
  await send(admin, {})
  await untilSent()
  station.app.clock.advance(60_000)
  expect((await send(admin, {})).status).toBe(201)
  await untilSent()
  expect(await notices()).toMatchObject([{ state: 'sent' }])
  expect((await admin.get('/admin/notifyCustomers')).body.items).toHaveLength(1)
  await send(admin, { text: 'Please look at your hives again.' })
  station.app.clock.advance(3_600_000)
  await send(admin, {})
  await untilSent()
  expect(await notices()).toHaveLength(3)
})

test('a message whose job cannot be stored is not stored either, and goes out when it is sent again', async () => {
  const accept = await refuseRows(station.app.db, { table: 'job', before: 'insert', says: 'database or disk is full' })
  expect((await send(admin, {})).status).toBe(500)
  await accept()
  expect((await admin.get('/admin/notifyCustomers')).body.items).toEqual([])
  expect((await send(admin, {})).status).toBe(201)
  await untilSent()
  expect((await admin.get('/admin/notifyCustomers')).body.items).toMatchObject([{ sent: 1, failed: 0, waiting: 0 }])
})

test('after a cancellation, the rest is sent only if the job is started again', async () => {
  const { body } = await send(admin, {})
  await expect.poll(notices).toMatchObject([{ stage: 'notice', state: 'due' }])
  expect((await admin.post(`/jobs/${body.id}/cancel`)).status).toBe(200)
  await station.app.jobs.idle()
  await station.deliver()
  expect(await notices()).toMatchObject([{ state: 'expired', last_error: 'cancelled' }])
  expect(station.mailServer.received).toEqual([])
  await admin.post(`/jobs/${body.id}/retry`)
  await untilSent()
  expect(await notices()).toMatchObject([{ state: 'sent' }])
  expect(station.mailServer.received).toHaveLength(1)
  await station.app.db.updateTable('job').set({ status: 'failed' }).where('id', '=', body.id).execute()
  station.app.clock.advance(25 * 3_600_000)
  admin = await station.app.signIn('chief@example.org', { admin: true })
  await admin.post(`/jobs/${body.id}/retry`)
  await station.app.jobs.idle()
  expect(await jobOf(admin, body.id)).toMatchObject({ status: 'failed', problem: 'job_over' })
})

test('managers can write to their own affiliation, and to no other', async () => {
  const own = await addAffiliation('Verein')
  const other = await addAffiliation('Amt')
  const manager = await station.app.signIn('manager@example.org', { role: 2, affiliationId: own })
  const clara = await customer('clara@example.org', bern, own)
  await clara.post('/notification', { type: 'email', address: 'clara@example.org' })
  expect(await send(manager, { affiliationId: other })).toMatchObject({
    status: 404,
    body: { code: 'affiliation_not_found' },
  })
  const { body } = await send(manager, {})
  await untilSent()
  expect(station.mailServer.received.flatMap(({ to }) => to)).toEqual(['clara@example.org'])
  expect(await jobOf(manager, body.id)).toMatchObject({ status: 'done' })
  await send(admin, {})
  await untilSent()
  expect((await manager.get('/admin/notifyCustomers')).body.items).toHaveLength(1)
  expect((await admin.get('/admin/notifyCustomers')).body.items).toHaveLength(2)
})

test.each([
  ['no type', { notificationTypes: [] }, 400, 'no_notification_type'],
  ['no region', { regionIds: [] }, 400, 'no_region'],
  ['a region that is not there', { regionIds: [999] }, 404, 'region_not_found'],
  ['an affiliation that is not there', { affiliationId: 999 }, 404, 'affiliation_not_found'],
  ['more than one SMS', { notificationTypes: ['sms'], text: 'a'.repeat(161) }, 400, 'sms_too_long'],
  [
    'a short text outside of the SMS alphabet',
    { notificationTypes: ['sms'], text: 'ş'.repeat(71) },
    400,
    'sms_too_long',
  ],
  ['no text', { text: ' ' }, 400, 'invalid_body'],
  ['nobody to reach', { notificationTypes: ['sms'], regionIds: 'jura' }, 400, 'no_recipients'],
])('%s is refused', async (_, body, status, code) => {
  const regionIds =
    'regionIds' in body && body.regionIds !== 'jura' ? body.regionIds : ['regionIds' in body ? jura : bern]
  expect(await send(admin, { ...body, regionIds })).toMatchObject({ status, body: { code } })
  expect(await notices()).toEqual([])
})

test('beekeepers, and managers without an affiliation, cannot write to anybody', async () => {
  const lonely = await station.app.signIn('lonely@example.org', { role: 1 })
  for (const client of [anna, lonely]) {
    expect((await send(client, {})).status).toBe(403)
    expect((await client.get('/admin/notifyCustomers')).status).toBe(403)
    expect((await client.post('/jobs', { type: 'NOTIFY_CUSTOMERS', noticeId: 1 })).status).toBe(403)
  }
  expect((await admin.post('/jobs', { type: 'NOTIFY_CUSTOMERS', noticeId: 1 })).status).toBe(403)
})
