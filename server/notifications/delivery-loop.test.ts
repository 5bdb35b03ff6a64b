import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AlarmStatus, AlarmType } from '#domain/alarm.ts'
import { startMailServer } from '../../tests/support/mail-server.ts'
import { type PushServiceForTests, startPushService } from '../../tests/support/push-service.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'
import { createMailer } from '../platform/mailer.ts'
import { createPushService, type PushService } from '../platform/web-push.ts'
import { createDeliveryLoop, type DeliveryLoop } from './delivery-loop.ts'
import { planDeliveries } from './plan-deliveries.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

let app: TestApp
let service: PushServiceForTests
let dataDir: string
let push: PushService
let loop: DeliveryLoop
let mailServer: Awaited<ReturnType<typeof startMailServer>>

beforeEach(async () => {
  app = await createTestApp()
  service = await startPushService(app.clock.now)
  mailServer = await startMailServer()
  dataDir = await mkdtemp(path.join(tmpdir(), 'hivewatch-deliveries-'))
  push = await createPushService({
    dataDir,
    vapidSubject: 'mailto:bees@example.org',
    allowPrivateEndpoints: true,
    clock: app.clock,
  })
  loop = createLoop()
})

afterEach(async () => {
  await loop.stop()
  await service.close()
  await mailServer.close()
  await app.close()
  await rm(dataDir, { recursive: true })
})

const createLoop = (over: { push?: PushService } = {}) =>
  createDeliveryLoop({
    ...app.deps,
    push,
    mailer: createMailer({ smtpUrl: mailServer.url, mailFrom: 'hivewatch@example.org' }),
    ...over,
  })

async function deliver(by: DeliveryLoop = loop) {
  by.wake()
  await by.idle()
}

/** Anna with a hive, and a browser that wants its alarms. */
async function annaWithHive() {
  const anna = await app.signIn('anna@example.org')
  await anna.post('/user/language', { language: 'de' })
  const { id: controllerId } = await app.claim(anna)
  const scaleId = await app.addScale(anna, controllerId, 1, { name: 'Volk 3' })
  const { body: channel } = await addPush(anna)
  return { anna, controllerId, scaleId, channelId: channel.id as number }
}

const addPush = (client: { post: TestApp['nobody']['post'] }) =>
  client.post('/notification', { type: 'push', address: JSON.stringify(service.subscribe()) })

type AlarmFields = { type?: AlarmType; status?: AlarmStatus; confidence?: number; agoMs?: number; startedAt?: number }

/** An alarm as a fold would write it, with its deliveries. */
async function ring(hive: { controllerId: number; scaleId: number }, fields: AlarmFields = {}) {
  const detectedAt = Math.floor((app.clock.now() - (fields.agoMs ?? 0)) / 1000)
  const row = {
    controller_id: hive.controllerId,
    scale_id: hive.scaleId,
    type: fields.type ?? ('swarm' as const),
    status: fields.status ?? ('provisional' as const),
    started_at: fields.startedAt ?? detectedAt - 600,
    detected_at: detectedAt,
    ended_at: null,
    weight_change_grams: -1870,
    own_confidence_percent: fields.confidence ?? 80,
    own_why: '[]',
    confidence_percent: fields.confidence ?? 80,
    why: '[]',
    verdict: null,
    verdict_by: null,
    verdict_at: null,
  }
  const { id } = await app.db.insertInto('alarm').values(row).returning('id').executeTakeFirstOrThrow()
  await planDeliveries(app.db, [{ id, previousStatus: null }], app.clock.now())
  return id
}

async function follow(id: number, status: AlarmStatus) {
  const { status: previousStatus } = await app.db
    .selectFrom('alarm')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await app.db.updateTable('alarm').set({ status }).where('id', '=', id).execute()
  await planDeliveries(app.db, [{ id, previousStatus }], app.clock.now())
}

const deliveries = () =>
  app.db.selectFrom('delivery').select(['stage', 'state', 'attempts', 'due_at', 'last_error']).orderBy('id').execute()

const channel = (id: number) =>
  app.db.selectFrom('notification').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('an alarm reaches the browser of the owner, loud, and counts one', async () => {
  const hive = await annaWithHive()
  const alarmId = await ring(hive)
  await deliver()
  expect(service.faults).toEqual([])
  expect(service.received).toHaveLength(1)
  const [{ message, ttl, urgency, topic }] = service.received as [(typeof service.received)[number]]
  expect({ ttl, urgency, topic }).toEqual({ ttl: 4 * 3600, urgency: 'high', topic: `s${hive.scaleId}-swarm` })
  expect(message).toMatchObject({
    web_push: 8030,
    notification: {
      title: 'Schwarm bei Volk 3?',
      tag: topic,
      lang: 'de',
      navigate: `/dashboard?alarm=${alarmId}`,
      data: { alarmId, type: 'swarm', scaleId: hive.scaleId, controllerId: hive.controllerId },
    },
    app_badge: '1',
  })
  expect(message.notification.silent).toBeUndefined()
  expect(await deliveries()).toMatchObject([{ stage: 'rang', state: 'sent', attempts: 1, last_error: null }])
  expect(await channel(hive.channelId)).toMatchObject({ status: 'active', last_delivered_at: app.clock.now() })
  const { remaining_notifications: remaining } = await app.db
    .selectFrom('controller')
    .select('remaining_notifications')
    .executeTakeFirstOrThrow()
  expect(remaining).toBe(199)
})

test('at zero remaining notifications push still goes', async () => {
  const hive = await annaWithHive()
  await app.db.updateTable('controller').set({ remaining_notifications: 0 }).execute()
  await ring(hive)
  await deliver()
  expect(service.received).toHaveLength(1)
  expect(await app.db.selectFrom('controller').select('remaining_notifications').execute()).toEqual([
    { remaining_notifications: 0 },
  ])
})

test('watchers are told on all their devices and in their language, strangers are not', async () => {
  const hive = await annaWithHive()
  const [ben, eve] = [await app.signIn('ben@example.org'), await app.signIn('eve@example.org')]
  for (const client of [ben, ben, eve]) await addPush(client)
  await ben.post('/user/language', { language: 'fr' })
  const watch = { account_id: ben.accountId, controller_id: hive.controllerId, created_at: 0 }
  await app.db.insertInto('watch').values(watch).execute()
  await ring(hive)
  await deliver()
  const told = service.received.map(({ subscriber, message }) => [subscriber, message.notification.lang])
  expect(told.sort()).toEqual([
    [0, 'de'],
    [1, 'fr'],
    [2, 'fr'],
  ])
})

test('an alarm that is not sure comes silently and by push alone', async () => {
  const hive = await annaWithHive()
  await hive.anna.post('/notification', { type: 'email', address: 'anna@example.org' })
  await ring(hive, { confidence: 40 })
  await deliver()
  expect(service.received).toMatchObject([
    { urgency: 'normal', message: { notification: { silent: true }, app_badge: '0' } },
  ])
  expect(mailServer.received).toEqual([])
})

test('an alarm that is found out to be unsure before it is sent comes silently', async () => {
  const hive = await annaWithHive()
  await hive.anna.post('/notification', { type: 'email', address: 'anna@example.org' })
  await ring(hive)
  await app.db.updateTable('alarm').set({ confidence_percent: 30 }).execute()
  await deliver()
  expect(service.received).toMatchObject([{ urgency: 'normal', message: { notification: { silent: true } } }])
  expect(mailServer.received).toEqual([])
  expect(await deliveries()).toMatchObject([
    { state: 'sent' },
    { state: 'expired', last_error: 'no longer sure enough' },
  ])
})

test('an old alarm is not sent', async () => {
  const hive = await annaWithHive()
  await ring(hive, { agoMs: 6 * HOUR + MINUTE })
  await ring(hive, { agoMs: 6 * HOUR - MINUTE })
  await deliver()
  expect(service.received).toHaveLength(1)
})

test('mutes hold back their own type of their own transmitter, until they are over', async () => {
  const hive = await annaWithHive()
  const enddate = new Date(app.clock.now() + HOUR).toISOString()
  const mutes = `/notification/mute?idcontroller=${hive.controllerId}`
  await hive.anna.post(mutes, { notificationType: 'swarm', enddate })
  await hive.anna.post(mutes, { notificationType: 'activity', enddate: null })
  await ring(hive)
  await ring(hive, { type: 'activity', status: 'open' })
  await ring(hive, { type: 'disturbance', status: 'open' })
  await deliver()
  expect(service.received.map(({ topic }) => topic)).toEqual([`s${hive.scaleId}-disturbance`])
  app.clock.advance(HOUR)
  await ring(hive)
  await ring(hive, { type: 'activity', status: 'open' })
  await deliver()
  expect(service.received.map(({ topic }) => topic)).toEqual([`s${hive.scaleId}-disturbance`, `s${hive.scaleId}-swarm`])
})

test('a mute that comes while a delivery waits holds it back too', async () => {
  const hive = await annaWithHive()
  service.answerNext({ status: 500 })
  await ring(hive)
  await deliver()
  await hive.anna.post(`/notification/mute?idcontroller=${hive.controllerId}`, {
    notificationType: 'swarm',
    enddate: null,
  })
  app.clock.advance(MINUTE)
  await deliver()
  expect(service.received).toEqual([])
  expect(await deliveries()).toMatchObject([{ state: 'expired', last_error: 'muted' }])
})

test('it is tried with growing pauses for a day, then given up; the channel shows that it fails', async () => {
  const hive = await annaWithHive()
  service.state.always = { status: 503 }
  await ring(hive)
  const start = app.clock.now()
  const tries: number[] = []
  const seen: string[] = []
  for (;;) {
    await deliver()
    tries.push((app.clock.now() - start) / MINUTE)
    seen.push((await channel(hive.channelId)).status)
    const [{ state, due_at }] = (await deliveries()) as [Awaited<ReturnType<typeof deliveries>>[number]]
    if (state !== 'due') break
    app.clock.set(due_at - 1)
    await deliver()
    app.clock.set(due_at)
  }
  expect(tries.slice(0, 7)).toEqual([0, 0.5, 2.5, 12.5, 42.5, 102.5, 222.5])
  expect(tries.at(-1)).toBeLessThanOrEqual(24 * 60)
  expect(service.state.requests).toBe(tries.length)
  expect(seen.slice(0, 3)).toEqual(['active', 'active', 'failing'])
  expect(await deliveries()).toMatchObject([{ state: 'expired', last_error: 'HTTP 503' }])
  service.state.always = { status: 201 }
  await ring(hive)
  await deliver()
  expect(await channel(hive.channelId)).toMatchObject({ status: 'active', last_error: null })
})

test('Retry-After is kept', async () => {
  const hive = await annaWithHive()
  service.answerNext({ status: 429, headers: { 'Retry-After': '600' } })
  await ring(hive)
  await deliver()
  expect(await deliveries()).toMatchObject([{ state: 'due', due_at: app.clock.now() + 10 * MINUTE }])
})

test.each([404, 410])('%i ends the channel, and another one is told', async (status) => {
  const hive = await annaWithHive()
  await addPush(hive.anna)
  await ring(hive, { type: 'activity', status: 'open' })
  service.answerNext({ status: 500 }, { status: 500 })
  await deliver()
  await ring(hive)
  service.answerNext({ status })
  await deliver()
  await deliver()
  expect(await channel(hive.channelId)).toMatchObject({ status: 'ended', ended_at: app.clock.now() })
  expect(service.received.map(({ subscriber, topic }) => [subscriber, topic])).toEqual([
    [1, `s${hive.scaleId}-swarm`],
    [1, 'ended'],
  ])
  const all = await app.db.selectFrom('delivery').select(['notification_id', 'state']).execute()
  const ofEnded = all.filter(({ notification_id }) => notification_id === hive.channelId)
  expect(ofEnded.map(({ state }) => state)).toEqual(['expired', 'expired'])
  await ring(hive, { type: 'disturbance', status: 'open' })
  expect((await deliveries()).filter(({ state }) => state === 'due')).toHaveLength(2)
})

test('what was refused is not tried again', async () => {
  const hive = await annaWithHive()
  service.answerNext({ status: 403, body: 'wrong key' })
  await ring(hive)
  await deliver()
  app.clock.advance(HOUR)
  await deliver()
  expect(service.state.requests).toBe(1)
  expect(await deliveries()).toMatchObject([{ state: 'failed', last_error: 'HTTP 403: wrong key' }])
  expect(await channel(hive.channelId)).toMatchObject({ status: 'failing', last_error: 'HTTP 403: wrong key' })
})

test('a crash between the send and its note repeats that one send, and loses none', async () => {
  const hive = await annaWithHive()
  for (let i = 1; i < 40; i++) await addPush(hive.anna)
  await ring(hive)
  let sends = 0
  const crashing = createLoop({
    push: {
      ...push,
      async send(...message) {
        const outcome = await push.send(...message)
        sends++
        return sends <= 20 ? outcome : new Promise(() => {})
      },
    },
  })
  crashing.wake()
  await service.waitFor(36)
  const isNoted = async () => (await deliveries()).filter(({ state }) => state === 'sent').length
  await vi.waitFor(async () => expect(await isNoted()).toBe(20))
  expect(service.received).toHaveLength(36)
  await deliver()
  const times = Map.groupBy(service.received, ({ subscriber }) => subscriber)
  expect(times.size).toBe(40)
  expect([...times.values()].filter(({ length }) => length === 2)).toHaveLength(16)
  expect(service.received).toHaveLength(56)
  expect(await isNoted()).toBe(40)
})

test('many at once are each sent once', async () => {
  const hive = await annaWithHive()
  for (let i = 1; i < 60; i++) await addPush(hive.anna)
  await ring(hive)
  loop.wake()
  loop.wake()
  await deliver()
  expect(service.received).toHaveLength(60)
  expect(new Set(service.received.map(({ subscriber }) => subscriber)).size).toBe(60)
})

test('a full disk does not send the same again and again', async () => {
  const hive = await annaWithHive()
  await ring(hive)
  await sql`create trigger full before update on delivery begin select raise(abort, 'disk is full'); end`.execute(
    app.db,
  )
  loop.wake()
  await service.waitFor(1)
  for (let i = 0; i < 5; i++) {
    loop.wake()
    await deliveries()
  }
  await loop.stop()
  expect(service.received).toHaveLength(1)
  expect(await deliveries()).toMatchObject([{ state: 'due', attempts: 0 }])
})

test('an alarm that becomes sure rings again, loud, and counts once', async () => {
  const hive = await annaWithHive()
  await hive.anna.post('/notification', { type: 'email', address: 'anna@example.org' })
  const alarmId = await ring(hive, { confidence: 40 })
  await deliver()
  await app.db.updateTable('alarm').set({ confidence_percent: 75 }).execute()
  await planDeliveries(app.db, [{ id: alarmId, previousStatus: 'provisional', wasQuiet: true }], app.clock.now())
  await deliver()
  expect(service.received.map(({ urgency }) => urgency)).toEqual(['normal', 'high'])
  expect(mailServer.received).toHaveLength(1)
  expect(await app.db.selectFrom('controller').select('remaining_notifications').execute()).toEqual([
    { remaining_notifications: 199 },
  ])
})

test('confirmation and withdrawal quietly replace what was told, and only that', async () => {
  const hive = await annaWithHive()
  const first = await ring(hive)
  const second = await ring(hive, { startedAt: 1 })
  await deliver()
  await addPush(hive.anna)
  await follow(first, 'confirmed')
  await follow(second, 'withdrawn')
  await deliver()
  const later = service.received.slice(2)
  expect(later.map(({ subscriber, urgency, message }) => [subscriber, urgency, message.notification.silent])).toEqual([
    [0, 'normal', true],
    [0, 'normal', true],
  ])
  expect(later.map(({ message }) => message.notification.title).sort()).toEqual([
    'Entwarnung bei Volk 3',
    'Schwarm bei Volk 3',
  ])
  expect(new Set(service.received.map(({ topic, message }) => `${topic} ${message.notification.tag}`)).size).toBe(1)
})

test('an alarm that is withdrawn before it could be sent is not sent, nor its withdrawal', async () => {
  const hive = await annaWithHive()
  service.answerNext({ status: 500 })
  const alarmId = await ring(hive)
  await deliver()
  await follow(alarmId, 'withdrawn')
  await deliver()
  app.clock.advance(MINUTE)
  await deliver()
  expect(service.received).toEqual([])
  expect(await deliveries()).toMatchObject([{ state: 'expired' }, { state: 'expired', last_error: 'was never told' }])
})

test('a confirmation waits until the alarm itself has arrived', async () => {
  const hive = await annaWithHive()
  service.answerNext({ status: 500 })
  const alarmId = await ring(hive)
  await deliver()
  await follow(alarmId, 'confirmed')
  await deliver()
  expect(service.received).toEqual([])
  app.clock.advance(MINUTE)
  await deliver()
  expect(service.received.map(({ urgency }) => urgency)).toEqual(['high', 'normal'])
})

test('a mail tells the same, and names are text in it', async () => {
  const hive = await annaWithHive()
  await app.db.updateTable('scale').set({ name: '<b>Volk</b> & "3"' }).execute()
  await hive.anna.post('/notification', { type: 'email', address: 'Anna@Example.org' })
  const alarmId = await ring(hive)
  await deliver()
  expect(mailServer.received).toMatchObject([{ to: ['anna@example.org'] }])
  const { raw } = mailServer.received[0]!
  const html = raw.slice(raw.indexOf('<!doctype html>')).replace(/=\r\n/g, '')
  expect(html).toContain('&lt;b&gt;Volk&lt;/b&gt; &amp; &quot;3&quot;')
  expect(html).not.toContain('<b>')
  await follow(alarmId, 'withdrawn')
  await deliver()
  expect(mailServer.received).toHaveLength(2)
})

test('stop settles what is under way and begins nothing new', async () => {
  const hive = await annaWithHive()
  for (let i = 1; i < 40; i++) await addPush(hive.anna)
  await ring(hive)
  loop.wake()
  await service.waitFor(1)
  await loop.stop()
  const states = (await deliveries()).map(({ state }) => state)
  expect(states.filter((state) => state === 'sent')).toHaveLength(service.received.length)
  expect(states.filter((state) => state === 'due')).toHaveLength(40 - service.received.length)
  loop.wake()
  await loop.idle()
  expect(states.filter((state) => state === 'sent')).toHaveLength(service.received.length)
})
