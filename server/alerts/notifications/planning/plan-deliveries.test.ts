import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DeliveryStation, openDeliveryStation } from '../../../../tests/support/samples/delivery-station.ts'
import { partsOf } from '../../../platform/db/parts-of.ts'
import { planDeliveries } from './plan-deliveries.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

let station: DeliveryStation

beforeEach(async () => {
  station = await openDeliveryStation()
})

afterEach(() => station.close())

test('an alarm reaches the browser of the owner, loud, and counts one', async () => {
  const hive = await station.annaWithHive()
  const alarmId = await station.ring(hive)
  await station.deliver()
  expect(station.service.faults).toEqual([])
  expect(station.service.received).toHaveLength(1)
  const [{ message, ttl, urgency, topic }] = station.service.received as [
    DeliveryStation['service']['received'][number],
  ]
  expect({ ttl, urgency, topic }).toEqual({ ttl: 24 * 3600, urgency: 'high', topic: `s${hive.scaleId}-swarm` })
  expect(message).toMatchObject({
    web_push: 8030,
    notification: {
      title: 'Schwarm bei Volk 3?',
      tag: topic,
      lang: 'de',
      navigate: `/scaleoverview/${hive.controllerId}/${hive.scaleId}?alarm=${alarmId}`,
      data: { alarmId, type: 'swarm', scaleId: hive.scaleId, controllerId: hive.controllerId },
    },
    app_badge: 1,
  })
  expect(message.notification.silent).toBeUndefined()
  expect(await station.deliveries()).toMatchObject([{ stage: 'rang', state: 'sent', attempts: 1, last_error: null }])
  expect(await station.channel(hive.channelId)).toMatchObject({
    status: 'active',
    last_delivered_at: station.app.clock.now(),
  })
  const { remaining_notifications: remaining } = await station.app.db
    .selectFrom('controller')
    .select('remaining_notifications')
    .executeTakeFirstOrThrow()
  expect(remaining).toBe(199)
})

test('more channels and alarms than fit in one statement cause no failure', async () => {
  const hive = await station.annaWithHive()
  const { db } = station.app
  const rows = Array.from({ length: 6000 }, (_, at) => ({
    account_id: hive.anna.accountId,
    type: 'email' as const,
    address: `${at}@example.org`,
    address_hash: String(at),
    status: 'active' as const,
    created_at: 0,
  }))
  for (const part of partsOf(rows, 1000)) await db.insertInto('notification').values(part).execute()
  await station.ring(hive)
  expect(await station.deliveries()).toHaveLength(rows.length + 1)
  const many = Array.from({ length: 40_000 }, (_, at) => ({ id: 1000 + at, previousStatus: null }))
  await expect(planDeliveries(db, many, station.app.clock.now())).resolves.toBeUndefined()
})

test('at zero remaining notifications push still goes', async () => {
  const hive = await station.annaWithHive()
  await station.app.db.updateTable('controller').set({ remaining_notifications: 0 }).execute()
  await station.ring(hive)
  await station.deliver()
  expect(station.service.received).toHaveLength(1)
  expect(await station.app.db.selectFrom('controller').select('remaining_notifications').execute()).toEqual([
    { remaining_notifications: 0 },
  ])
})

test('SMS are sent until no notification remains; the last one gets no all clear', async () => {
  const hive = await station.annaWithHive()
  await station.addNumber(hive.anna)
  await hive.anna.post('/notification', { type: 'email', address: 'anna@example.org' })
  await station.app.db.updateTable('controller').set({ remaining_notifications: 2 }).execute()
  const sent = () =>
    [station.service, station.mailServer, station.smsService].map(({ received }) => (received as unknown[]).length)
  const first = await station.ring(hive)
  await station.deliver()
  expect(sent()).toEqual([1, 1, 1])
  await station.follow(first, 'withdrawn')
  await station.deliver()
  expect(sent()).toEqual([2, 2, 2])
  expect(station.smsService.texts()[1]?.text).toMatch(/^Entwarnung bei Volk 3, /)
  const last = await station.ring(hive, { startedAt: 1 })
  await station.deliver()
  expect([sent(), await station.remaining()]).toEqual([[3, 3, 3], 0])
  await station.follow(last, 'withdrawn')
  await station.ring(hive, { startedAt: 2 })
  await station.deliver()
  expect(sent()).toEqual([5, 5, 3])
})

test('a failing gateway is retried, a refused message is not', async () => {
  const hive = await station.annaWithHive()
  const number = await station.addNumber(hive.anna)
  station.smsService.answerNext({ status: 503 }, { status: 200 }, { status: 400, body: 'blocked' })
  await station.ring(hive)
  await station.deliver()
  station.app.clock.advance(MINUTE)
  await station.deliver()
  expect(station.smsService.received).toHaveLength(2)
  await station.ring(hive, { startedAt: 1 })
  await station.deliver()
  station.app.clock.advance(HOUR)
  await station.deliver()
  expect(station.smsService.received).toHaveLength(3)
  expect(await station.channel(number)).toMatchObject({ status: 'failing', last_error: 'HTTP 400: blocked' })
})

test('watchers are told where they chose so, in their language, strangers are not; it counts once', async () => {
  const hive = await station.annaWithHive()
  const [ben, eve] = [await station.app.signIn('ben@example.org'), await station.app.signIn('eve@example.org')]
  await ben.post('/user/language', { language: 'fr' })
  const watch = { account_id: ben.accountId, controller_id: hive.controllerId, created_at: 0 }
  await station.app.db.insertInto('watch').values(watch).execute()
  for (const client of [ben, ben, ben, eve]) {
    const { body } = await station.addPush(client)
    const controllerIds = body.id === hive.channelId + 1 ? [] : [hive.controllerId]
    await client.post(`/notification/${body.id}`, { everyOwn: true, controllerIds })
  }
  await station.ring(hive)
  await station.deliver()
  const told = station.service.received.map(({ subscriber, message }) => [subscriber, message.notification.lang])
  expect(told.sort()).toEqual([
    [0, 'de'],
    [2, 'fr'],
    [3, 'fr'],
  ])
  expect(await station.app.db.selectFrom('controller').select('remaining_notifications').execute()).toEqual([
    { remaining_notifications: 199 },
  ])
})

test('an unsure alarm comes silently and only by push', async () => {
  const hive = await station.annaWithHive()
  await hive.anna.post('/notification', { type: 'email', address: 'anna@example.org' })
  await station.ring(hive, { confidence: 40 })
  await station.deliver()
  expect(station.service.received).toMatchObject([
    { urgency: 'normal', message: { notification: { silent: true }, app_badge: 0 } },
  ])
  expect(station.mailServer.received).toEqual([])
})

test('an alarm that becomes unsure before it is sent comes silently', async () => {
  const hive = await station.annaWithHive()
  await hive.anna.post('/notification', { type: 'email', address: 'anna@example.org' })
  await station.ring(hive)
  await station.app.db.updateTable('alarm').set({ confidence_percent: 30 }).execute()
  await station.deliver()
  expect(station.service.received).toMatchObject([{ urgency: 'normal', message: { notification: { silent: true } } }])
  expect(station.mailServer.received).toEqual([])
  expect(await station.deliveries()).toMatchObject([
    { state: 'sent' },
    { state: 'expired', last_error: 'no longer sure enough' },
  ])
})

test.each([40, 80])(
  'an alarm that was not sure when it was sent rings once it is sure again, at first %i percent',
  async (first) => {
    const hive = await station.annaWithHive()
    await hive.anna.post('/notification', { type: 'email', address: 'anna@example.org' })
    const id = await station.ring(hive, { confidence: first })
    await station.deliver()
    const becomes = async (percent: number) => {
      await station.app.db.updateTable('alarm').set({ confidence_percent: percent }).execute()
    }
    const isSure = () =>
      planDeliveries(station.app.db, [{ id, previousStatus: 'provisional', wasQuiet: true }], station.app.clock.now())
    await becomes(75)
    await isSure()
    await becomes(30)
    await station.deliver()
    await becomes(90)
    await isSure()
    await station.deliver()
    expect(station.service.received.map(({ urgency }) => urgency).slice(1)).toEqual(
      first === 40 ? ['normal', 'high'] : [],
    )
    expect(station.mailServer.received).toHaveLength(1)
    expect(await station.remaining()).toBe(199)
  },
)

test('an old alarm is not sent', async () => {
  const hive = await station.annaWithHive()
  await station.ring(hive, { agoMs: 6 * HOUR + MINUTE })
  await station.ring(hive, { agoMs: 6 * HOUR - MINUTE })
  await station.deliver()
  expect(station.service.received).toHaveLength(1)
})

test('mutes hold back their own type of their own transmitter, until they are over', async () => {
  const hive = await station.annaWithHive()
  const enddate = new Date(station.app.clock.now() + HOUR).toISOString()
  const mutes = `/notification/mute?idcontroller=${hive.controllerId}`
  await hive.anna.post(mutes, { notificationType: 'swarm', enddate })
  await hive.anna.post(mutes, { notificationType: 'activity', enddate: null })
  await station.ring(hive)
  await station.ring(hive, { type: 'activity', status: 'open' })
  await station.ring(hive, { type: 'disturbance', status: 'open' })
  await station.deliver()
  expect(station.service.received.map(({ topic }) => topic)).toEqual([`s${hive.scaleId}-disturbance`])
  station.app.clock.advance(HOUR)
  await station.ring(hive)
  await station.ring(hive, { type: 'activity', status: 'open' })
  await station.deliver()
  expect(station.service.received.map(({ topic }) => topic)).toEqual([
    `s${hive.scaleId}-disturbance`,
    `s${hive.scaleId}-swarm`,
  ])
})

test.each([
  ['a mute', { until: 9e15 }],
  ['a hold', { until: 0, held_until: 9e15 }],
])('%s whose end was damaged holds nothing back, and its list can be read', async (_, damaged) => {
  const hive = await station.annaWithHive()
  await hive.anna.post(`/notification/mute?idcontroller=${hive.controllerId}`, {
    notificationType: 'swarm',
    enddate: null,
  })
  await station.app.db.updateTable('mute').set(damaged).execute()
  expect(await hive.anna.get('/notification/mute')).toMatchObject({ status: 200, body: [] })
  expect(await hive.anna.get('/dashboard')).toMatchObject({ status: 200 })
  await station.ring(hive)
  await station.deliver()
  expect(station.service.received).toHaveLength(1)
})

test('a mute that comes while a delivery waits holds it back too', async () => {
  const hive = await station.annaWithHive()
  station.service.answerNext({ status: 500 })
  await station.ring(hive)
  await station.deliver()
  await hive.anna.post(`/notification/mute?idcontroller=${hive.controllerId}`, {
    notificationType: 'swarm',
    enddate: null,
  })
  station.app.clock.advance(MINUTE)
  await station.deliver()
  expect(station.service.received).toEqual([])
  expect(await station.deliveries()).toMatchObject([{ state: 'expired', last_error: 'muted' }])
})

test.each([
  [
    'account switched off',
    (anna: number) => station.app.db.updateTable('account').set({ active: 0 }).where('id', '=', anna),
  ],
  ['no longer theirs', () => station.app.db.updateTable('controller').set({ owner_id: null })],
])('who loses the right to it while it waits is not told: %s', async (reason, change) => {
  const hive = await station.annaWithHive()
  await station.ring(hive)
  await change(hive.anna.accountId).execute()
  await station.deliver()
  expect(station.service.received).toEqual([])
  expect(await station.deliveries()).toMatchObject([{ state: 'expired', last_error: reason }])
})

test('an alarm that becomes sure rings again, loud, and counts once', async () => {
  const hive = await station.annaWithHive()
  await hive.anna.post('/notification', { type: 'email', address: 'anna@example.org' })
  const alarmId = await station.ring(hive, { confidence: 40 })
  await station.deliver()
  await station.app.db.updateTable('alarm').set({ confidence_percent: 75 }).execute()
  await planDeliveries(
    station.app.db,
    [{ id: alarmId, previousStatus: 'provisional', wasQuiet: true }],
    station.app.clock.now(),
  )
  await station.deliver()
  expect(station.service.received.map(({ urgency }) => urgency)).toEqual(['normal', 'high'])
  expect(station.mailServer.received).toHaveLength(1)
  await planDeliveries(
    station.app.db,
    [{ id: alarmId, previousStatus: 'provisional', wasQuiet: true }],
    station.app.clock.now(),
  )
  await station.deliver()
  expect(station.service.received).toHaveLength(2)
  expect(await station.app.db.selectFrom('controller').select('remaining_notifications').execute()).toEqual([
    { remaining_notifications: 199 },
  ])
})

test.each([
  ['hands', 0],
  ['false', 0],
  ['confirmed', 2],
])('an alarm that becomes sure after it was judged rings only if it was one: %s', async (verdict, heard) => {
  const hive = await station.annaWithHive()
  const id = await station.ring(hive, { confidence: 40 })
  await station.deliver()
  await hive.anna.post(`/alarm/${id}`, { verdict })
  await station.app.db.updateTable('alarm').set({ confidence_percent: 75 }).execute()
  await planDeliveries(station.app.db, [{ id, previousStatus: 'provisional', wasQuiet: true }], station.app.clock.now())
  await station.deliver()
  await station.follow(id, 'confirmed')
  await station.deliver()
  expect(station.service.received.slice(1)).toHaveLength(heard)
  await station.follow(id, 'withdrawn')
  await station.deliver()
  expect(station.service.received.at(-1)?.message.notification.title).toBe('Entwarnung bei Volk 3')
})

test('confirmation and withdrawal quietly replace what was told, and nothing else', async () => {
  const hive = await station.annaWithHive()
  const first = await station.ring(hive)
  const second = await station.ring(hive, { startedAt: 1 })
  await station.deliver()
  await station.addPush(hive.anna)
  await station.follow(first, 'confirmed')
  await station.follow(second, 'withdrawn')
  await station.deliver()
  const later = station.service.received.slice(2)
  expect(later.map(({ subscriber, urgency, message }) => [subscriber, urgency, message.notification.silent])).toEqual([
    [0, 'normal', true],
    [0, 'normal', true],
  ])
  expect(later.map(({ message }) => message.notification.title).sort()).toEqual([
    'Entwarnung bei Volk 3',
    'Schwarm bei Volk 3',
  ])
  expect(
    new Set(station.service.received.map(({ topic, message }) => `${topic} ${message.notification.tag}`)).size,
  ).toBe(1)
})

test('an alarm withdrawn before it could be sent is not sent, nor is its withdrawal', async () => {
  const hive = await station.annaWithHive()
  station.service.answerNext({ status: 500 })
  const alarmId = await station.ring(hive)
  await station.deliver()
  await station.follow(alarmId, 'withdrawn')
  await station.deliver()
  station.app.clock.advance(MINUTE)
  await station.deliver()
  expect(station.service.received).toEqual([])
  expect(await station.deliveries()).toMatchObject([
    { state: 'expired' },
    { state: 'expired', last_error: 'was never told' },
  ])
})

test('a confirmation replaces what a phone shows: there is no second mail or SMS', async () => {
  const hive = await station.annaWithHive()
  await station.addNumber(hive.anna)
  await hive.anna.post('/notification', { type: 'email', address: 'anna@example.org' })
  const alarmId = await station.ring(hive)
  await station.deliver()
  await station.follow(alarmId, 'confirmed')
  await station.deliver()
  const { service, mailServer, smsService } = station
  expect([service, mailServer, smsService].map(({ received }) => received.length)).toEqual([2, 1, 1])
})

test('of an alarm from the day before nothing more is told', async () => {
  const hive = await station.annaWithHive()
  const [confirmed, withdrawn] = [await station.ring(hive), await station.ring(hive, { startedAt: 1 })]
  await station.deliver()
  station.app.clock.advance(24 * HOUR + SECOND)
  await station.follow(confirmed, 'confirmed')
  await station.follow(withdrawn, 'withdrawn')
  await station.deliver()
  expect(station.service.received).toHaveLength(2)
  expect((await station.deliveries()).map(({ stage }) => stage)).toEqual(['rang', 'rang'])
})

test('a confirmation waits until the alarm itself has arrived', async () => {
  const hive = await station.annaWithHive()
  station.service.answerNext({ status: 500 })
  const alarmId = await station.ring(hive)
  await station.deliver()
  await station.follow(alarmId, 'confirmed')
  await station.deliver()
  expect(station.service.received).toEqual([])
  station.app.clock.advance(MINUTE)
  await station.deliver()
  expect(station.service.received.map(({ urgency }) => urgency)).toEqual(['high', 'normal'])
})

test('a mail says the same, with names escaped as text', async () => {
  const hive = await station.annaWithHive()
  await station.app.db.updateTable('scale').set({ name: '<b>Volk</b> & "3"' }).execute()
  await hive.anna.post('/notification', { type: 'email', address: 'Anna@Example.org' })
  const alarmId = await station.ring(hive)
  await station.deliver()
  expect(station.mailServer.received).toMatchObject([{ to: ['anna@example.org'] }])
  const { raw } = station.mailServer.received[0]!
  const html = raw.slice(raw.indexOf('<!doctype html>')).replace(/=\r\n/g, '')
  expect(html).toContain('&lt;b&gt;Volk&lt;/b&gt; &amp; &quot;3&quot;')
  expect(html).not.toContain('<b>')
  await station.follow(alarmId, 'withdrawn')
  await station.deliver()
  expect(station.mailServer.received).toHaveLength(2)
})

test('an alarm reaches a channel whose choices are damaged', async () => {
  const hive = await station.annaWithHive()
  await hive.anna.post(`/notification/${hive.channelId}`, { quietFrom: '02:00', quietTo: '03:00' })
  const damaged = { alarm_types: '{', rings_always: '{', season_kinds: '{' }
  await station.app.db.updateTable('notification').set(damaged).execute()
  await station.ring(hive)
  await station.deliver()
  expect(station.service.received).toHaveLength(1)
  expect(await station.deliveries()).toMatchObject([{ stage: 'rang', state: 'sent' }])
})
