import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DeliveryStation, openDeliveryStation } from '../../../../tests/support/samples/delivery-station.ts'
import { refuseRows } from '../../../../tests/support/server/refusing-trigger.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

let station: DeliveryStation

beforeEach(async () => {
  station = await openDeliveryStation()
})

afterEach(() => station.close())

test('a delivery is retried with growing pauses for a day, then given up; the channel shows that it fails', async () => {
  const hive = await station.annaWithHive()
  station.service.state.always = { status: 503 }
  await station.ring(hive)
  const start = station.app.clock.now()
  const tries: number[] = []
  const seen: string[] = []
  for (;;) {
    await station.deliver()
    tries.push((station.app.clock.now() - start) / MINUTE)
    seen.push((await station.channel(hive.channelId)).status)
    const [{ state, due_at }] = (await station.deliveries()) as [
      Awaited<ReturnType<DeliveryStation['deliveries']>>[number],
    ]
    if (state !== 'due') break
    station.app.clock.set(due_at - 1)
    await station.deliver()
    station.app.clock.set(due_at)
  }
  expect(tries.slice(0, 7)).toEqual([0, 0.5, 2.5, 12.5, 42.5, 102.5, 222.5])
  expect(tries.at(-1)).toBeLessThanOrEqual(24 * 60)
  expect(station.service.state.requests).toBe(tries.length)
  expect(seen.slice(0, 3)).toEqual(['active', 'active', 'failing'])
  expect(await station.deliveries()).toMatchObject([{ state: 'expired', last_error: 'HTTP 503' }])
  station.service.state.always = { status: 201 }
  await station.ring(hive)
  await station.deliver()
  expect(await station.channel(hive.channelId)).toMatchObject({ status: 'active', last_error: null })
})

test('what a clock days ahead postponed is sent once the clock is right again', async () => {
  const hive = await station.annaWithHive()
  station.app.clock.advance(9 * 24 * HOUR)
  station.service.answerNext({ status: 503 })
  await station.ring(hive)
  await station.deliver()
  station.app.clock.advance(-9 * 24 * HOUR)
  await station.deliver()
  expect(await station.deliveries()).toMatchObject([{ state: 'sent', attempts: 2 }])
  expect(station.service.faults).toEqual([])
})

test('Retry-After is respected', async () => {
  const hive = await station.annaWithHive()
  station.service.answerNext({ status: 429, headers: { 'Retry-After': '600' } })
  await station.ring(hive)
  await station.deliver()
  expect(await station.deliveries()).toMatchObject([{ state: 'due', due_at: station.app.clock.now() + 10 * MINUTE }])
})

test.each([404, 410])('%i ends the channel, and another one is told', async (status) => {
  const hive = await station.annaWithHive()
  await station.addPush(hive.anna)
  await station.ring(hive, { type: 'activity', status: 'open' })
  station.service.answerNext({ status: 500 }, { status: 500 })
  await station.deliver()
  await station.ring(hive)
  station.service.state.answerOf.set(0, { status })
  await station.deliver()
  await station.deliver()
  expect(await station.channel(hive.channelId)).toMatchObject({ status: 'ended', ended_at: station.app.clock.now() })
  expect(station.service.received.map(({ subscriber, topic }) => [subscriber, topic])).toEqual([
    [1, `s${hive.scaleId}-swarm`],
    [1, 'ended'],
  ])
  const all = await station.app.db.selectFrom('delivery').select(['notification_id', 'state']).execute()
  const ofEnded = all.filter(({ notification_id }) => notification_id === hive.channelId)
  expect(ofEnded.map(({ state }) => state)).toEqual(['expired', 'expired'])
  await station.ring(hive, { type: 'disturbance', status: 'open' })
  expect((await station.deliveries()).filter(({ state }) => state === 'due')).toHaveLength(2)
})

test('among several other channels, one that messages have reached is told, not one that never got any', async () => {
  const hive = await station.annaWithHive()
  await station.addPush(hive.anna)
  const { body: reached } = await station.addPush(hive.anna)
  await station.app.db
    .updateTable('notification')
    .set({ last_delivered_at: station.app.clock.now() })
    .where('id', '=', reached.id)
    .execute()
  await station.ring(hive)
  station.service.state.answerOf.set(0, { status: 410 })
  await station.deliver()
  await station.deliver()
  const told = await station.app.db
    .selectFrom('delivery')
    .select('notification_id')
    .where('stage', '=', 'ended')
    .execute()
  expect(told).toEqual([{ notification_id: reached.id }])
})

test.each([400, 401, 403, 413])(
  '%i is told on another channel, once until the first is taken again',
  async (status) => {
    const hive = await station.annaWithHive()
    await station.addPush(hive.anna)
    station.service.state.answerOf.set(0, { status })
    for (const startedAt of [1, 2]) {
      await station.ring(hive, { startedAt })
      await station.deliver()
      await station.deliver()
    }
    const topics = station.service.received.map(({ topic }) => topic)
    expect(topics.filter((topic) => topic === 'refused')).toHaveLength(1)
    expect(await station.channel(hive.channelId)).toMatchObject({ status: 'failing' })
  },
)

test.each([
  [410, 'Einer Ihrer Benachrichtigungskanäle ist beendet'],
  [403, 'Einer Ihrer Benachrichtigungskanäle nimmt keine Alarme an'],
])('%i of the only channel is mailed to the owner of the account', async (status, subject) => {
  const hive = await station.annaWithHive()
  station.service.state.always = { status }
  for (const startedAt of [1, 2]) {
    await station.ring(hive, { startedAt })
    await station.deliver()
  }
  await station.app.sendMails()
  expect(station.app.mails.map((mail) => [mail.to, mail.subject])).toEqual([['anna@example.org', subject]])
})

test('a browser that renews its subscription while the old one turns out to be gone gets this alarm and later ones', async () => {
  const hive = await station.annaWithHive()
  const { service } = station
  const { address: old } = await station.channel(hive.channelId)
  const renewing = station.createLoop({
    push: {
      ...station.push,
      async send(subscription, ...message) {
        if (subscription.endpoint === JSON.parse(old).endpoint) {
          const address = JSON.stringify(service.subscribe())
          const renewal = { type: 'push', address, replaces: subscription.endpoint }
          expect((await hive.anna.post('/notification', renewal)).status).toBe(201)
        }
        return station.push.send(subscription, ...message)
      },
    },
  })
  service.state.answerOf.set(0, { status: 410 })
  await station.ring(hive)
  await station.deliver(renewing)
  expect(await station.channel(hive.channelId)).toMatchObject({ status: 'active', ended_at: null })
  expect(service.received).toMatchObject([{ subscriber: 1, topic: `s${hive.scaleId}-swarm` }])
  expect(await station.deliveries()).toMatchObject([{ stage: 'rang', state: 'sent' }])
  await renewing.stop()
})

test('a refused message is not retried', async () => {
  const hive = await station.annaWithHive()
  station.service.answerNext({ status: 403, body: 'wrong key' })
  await station.ring(hive)
  await station.deliver()
  station.app.clock.advance(HOUR)
  await station.deliver()
  expect(station.service.state.requests).toBe(1)
  expect(await station.deliveries()).toMatchObject([{ state: 'failed', last_error: 'HTTP 403: wrong key' }])
  expect(await station.channel(hive.channelId)).toMatchObject({ status: 'failing', last_error: 'HTTP 403: wrong key' })
})

test('a delivery stopped during a try is not retried', async () => {
  const hive = await station.annaWithHive()
  const admin = await station.app.signIn('admin@example.org', { admin: true })
  await station.ring(hive)
  const [delivery] = (await admin.get('/admin/notifications')).body.items
  const stopped = station.createLoop({
    push: {
      ...station.push,
      async send() {
        await admin.delete(`/notifications/${delivery.id}`)
        return { outcome: 'failed', reason: 'HTTP 503' }
      },
    },
  })
  await station.deliver(stopped)
  expect(await station.deliveries()).toMatchObject([{ state: 'expired', last_error: 'removed by an administrator' }])
  await stopped.stop()
})

test('a crash between sending and recording repeats that one message, and loses none', async () => {
  const hive = await station.annaWithHive()
  for (let i = 1; i < 40; i++) await station.addPush(hive.anna)
  await station.ring(hive)
  let sends = 0
  const crashing = station.createLoop({
    push: {
      ...station.push,
      async send(...message) {
        const outcome = await station.push.send(...message)
        sends++
        return sends <= 20 ? outcome : new Promise(() => {})
      },
    },
  })
  crashing.wake()
  await station.service.waitFor(40)
  const isNoted = async () => (await station.deliveries()).filter(({ state }) => state === 'sent').length
  await expect.poll(() => isNoted()).toBe(20)
  await station.deliver()
  const times = Map.groupBy(station.service.received, ({ subscriber }) => subscriber)
  expect(times.size).toBe(40)
  const repeats = [...times.values()].filter(({ length }) => length > 1)
  expect(repeats.map(({ length }) => length)).toEqual(Array(20).fill(2))
  // the repetition replaces what is shown or still waits
  for (const [once, again] of repeats) {
    expect([again?.topic, again?.message.notification.tag]).toEqual([once?.topic, once?.message.notification.tag])
  }
  expect(await isNoted()).toBe(40)
})

test('many at once are each sent once', async () => {
  const hive = await station.annaWithHive()
  for (let i = 1; i < 60; i++) await station.addPush(hive.anna)
  await station.ring(hive)
  station.loop.wake()
  station.loop.wake()
  await station.deliver()
  expect(station.service.received).toHaveLength(60)
  expect(new Set(station.service.received.map(({ subscriber }) => subscriber)).size).toBe(60)
})

test('a full disk does not cause the same message to be sent over and over', async () => {
  const hive = await station.annaWithHive()
  await station.ring(hive)
  await refuseRows(station.app.db, { table: 'delivery', before: 'update', says: 'disk is full' })
  station.loop.wake()
  await station.service.waitFor(1)
  for (let i = 0; i < 5; i++) {
    station.loop.wake()
    await station.deliveries()
  }
  await station.loop.stop()
  expect(station.service.received).toHaveLength(1)
  expect(await station.deliveries()).toMatchObject([{ state: 'due', attempts: 0 }])
})

test('stop waits for what is under way and starts nothing new', async () => {
  const hive = await station.annaWithHive()
  for (let i = 1; i < 40; i++) await station.addPush(hive.anna)
  await station.ring(hive)
  station.loop.wake()
  await station.service.waitFor(1)
  await station.loop.stop()
  const states = (await station.deliveries()).map(({ state }) => state)
  expect(states.filter((state) => state === 'sent')).toHaveLength(station.service.received.length)
  expect(states.filter((state) => state === 'due')).toHaveLength(40 - station.service.received.length)
  station.loop.wake()
  await station.loop.idle()
  expect(states.filter((state) => state === 'sent')).toHaveLength(station.service.received.length)
})

test('a retried SMS keeps its reference; another alarm has a different one', async () => {
  const hive = await station.annaWithHive()
  await station.addNumber(hive.anna)
  const references = () => station.smsService.received.map(({ headers }) => headers['idempotency-key'])
  station.smsService.answerNext({ status: 503 })
  await station.ring(hive)
  await station.deliver()
  station.app.clock.advance(MINUTE)
  await station.deliver()
  const [first, again] = references()
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(again).toBe(first)
  await station.ring(hive, { type: 'disturbance', status: 'open' })
  await station.deliver()
  expect(references()).toHaveLength(3)
  expect(references()[2]).not.toBe(first)
})
