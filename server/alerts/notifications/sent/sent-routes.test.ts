import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type DeliveryStation,
  type Hive,
  openDeliveryStation,
} from '../../../../tests/support/samples/delivery-station.ts'
import type { Client } from '../../../../tests/support/server/test-app.ts'

let station: DeliveryStation
let admin: Client
let hive: Hive

beforeAll(async () => {
  station = await openDeliveryStation()
  admin = await station.app.signIn('admin@example.org', { admin: true })
  hive = await station.annaWithHive()
  await hive.anna.post('/notification', { type: 'email', address: 'anna@example.org' })
  await station.addNumber(hive.anna)
  const { anna } = hive
  await anna.post('/user/profile', {
    firstname: 'Anna',
    lastname: 'Muster',
    company: '',
    street: 'Waldweg 1',
    zip: '3000',
    city: 'Bern',
    country: 'ch',
    phone: '',
  })
  await station.ring(hive)
  await station.deliver()
})
afterAll(() => station.close())

const list = async (query = '') => (await admin.get(`/admin/notifications${query}`)).body

test('lists what was sent to whom with masked addresses, newest first', async () => {
  const { items, nextCursor } = await list()
  expect(nextCursor).toBeNull()
  const told = { accountId: hive.anna.accountId, name: 'Anna Muster', stage: 'rang', alarmType: 'swarm', state: 'sent' }
  expect(items).toMatchObject([
    { ...told, channel: 'sms', address: '+41•••••••67', attempts: 1, error: null },
    { ...told, channel: 'email', address: 'a•••@example.org' },
    { ...told, channel: 'push', controllerId: hive.controllerId },
    { stage: 'code', alarmType: null, controllerId: null },
  ])
  expect(JSON.stringify(items)).not.toMatch(/791234|anna@/)
})

test.each([
  ['?channel=email', 1],
  ['?stage=rang', 3],
  ['?state=failed', 0],
  ['?q=muster', 4],
  ['?q=1234567', 2],
  ['?q=nobody', 0],
  ['?q=fcm', 0],
])('%s finds %i', async (query, count) => {
  expect((await list(query)).items).toHaveLength(count)
})

test('it comes in pages', async () => {
  const first = await list('?limit=3')
  expect(first.items).toHaveLength(3)
  const rest = await list(`?limit=3&cursor=${first.nextCursor}`)
  expect(rest).toMatchObject({ items: [{ stage: 'code' }], nextCursor: null })
})

test('removing a message not sent yet stops it, and is recorded', async () => {
  await station.ring(hive, { type: 'disturbance', status: 'open' })
  const [{ id }] = (await list('?state=due&channel=email')).items
  expect(await admin.delete(`/notifications/${id}`)).toMatchObject({
    status: 200,
    body: { id, message: 'Stopped: it will not be sent.' },
  })
  const before = station.mailServer.received.length
  await station.deliver()
  expect(station.mailServer.received).toHaveLength(before)
  expect((await list('?channel=email')).items).toHaveLength(1)
  expect(await admin.delete(`/notifications/${id}`)).toMatchObject({
    status: 404,
    body: { code: 'sent_notification_not_found' },
  })
  expect((await admin.get(`/admin/audit?subject=notification:${id}`)).body.items).toMatchObject([
    { action: 'notification.remove', before: { state: 'due' }, after: null },
  ])
})

test('a message already sent is only removed from the list', async () => {
  const [{ id }] = (await list('?state=sent')).items
  expect((await admin.delete(`/notifications/${id}`)).body.message).toBe('Removed from the list.')
  expect((await list()).items.map((item: { id: number }) => item.id)).not.toContain(id)
})

test('only administrators have access', async () => {
  const manager = await station.app.signIn('manager@example.org', { role: 1 })
  expect((await manager.get('/admin/notifications')).status).toBe(403)
  expect((await manager.delete('/notifications/1')).status).toBe(403)
})

test('a channel whose address is damaged hides nothing', async () => {
  await station.ring(hive, { type: 'activity', status: 'open' })
  const [known, sent] = [(await hive.anna.get('/notification')).body, (await list()).items]
  await station.app.db.updateTable('notification').set({ address: '{' }).where('type', '=', 'push').execute()
  const channels = await hive.anna.get('/notification')
  expect(channels.body).toHaveLength(known.length)
  expect(channels.body).toContainEqual(expect.objectContaining({ type: 'push', address: '' }))
  expect((await list()).items).toHaveLength(sent.length)
})
