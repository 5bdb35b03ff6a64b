import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DeliveryStation, openDeliveryStation } from '../../../../tests/support/samples/delivery-station.ts'

const HOUR_MS = 3_600_000

let station: DeliveryStation

beforeEach(async () => {
  station = await openDeliveryStation()
})

afterEach(() => station.close())

const received = () =>
  station.service.received.map(({ urgency, message: { notification, app_badge } }) => ({
    urgency,
    silent: notification.silent ?? false,
    isOver: notification.data.isOver ?? false,
    badge: app_badge,
  }))

test('a disturbance that is over is quietly removed from every screen that showed it, and nothing else is sent', async () => {
  const hive = await station.annaWithHive()
  await station.addPush(hive.anna)
  await hive.anna.post('/notification', { type: 'email', address: 'anna@example.org' })
  const alarm = await station.ring(hive, { type: 'disturbance', status: 'open' })
  await station.deliver()
  await station.follow(alarm, 'closed')
  await station.deliver()
  const rang = { urgency: 'high', silent: false, isOver: false, badge: 1 }
  const over = { urgency: 'normal', silent: true, isOver: true, badge: 0 }
  expect(received()).toEqual([rang, rang, over, over])
  expect(new Set(station.service.received.map(({ message }) => message.notification.tag)).size).toBe(1)
  expect(new Set(station.service.received.map(({ subscriber }) => subscriber)).size).toBe(2)
  expect(station.mailServer.received).toHaveLength(1)
})

test.each([
  ['disturbance', ['closed', 'closed']],
  ['activity', ['closed']],
] as const)('a chat is told of the end of a disturbance only: %s %j', async (type, ends) => {
  const hive = await station.annaWithHive()
  await hive.anna.post('/notification', { type: 'ntfy', address: 'https://ntfy.example.org/bees' })
  const alarm = await station.ring(hive, { type, status: 'open' })
  await station.app.db.updateTable('delivery').set({ state: 'sent' }).execute()
  await station.follow(alarm, 'closed')
  expect((await station.deliveries()).map(({ stage }) => stage)).toEqual(['rang', 'rang', ...ends])
})

test('a late "over" message does not remove a later alarm of the same hive', async () => {
  const hive = await station.annaWithHive()
  const first = await station.ring(hive, { type: 'disturbance', status: 'open' })
  await station.deliver()
  await station.follow(first, 'closed')
  station.service.answerNext({ status: 503 })
  await station.deliver()
  // before the retry
  station.app.clock.advance(10_000)
  await station.ring(hive, { type: 'disturbance', status: 'open' })
  await station.deliver()
  station.app.clock.advance(HOUR_MS)
  await station.deliver()
  expect(received().map(({ isOver, badge }) => [isOver, badge])).toEqual([
    [false, 1],
    [false, 1],
  ])
  expect((await station.deliveries())[1]).toMatchObject({
    stage: 'closed',
    state: 'expired',
    last_error: 'a later alarm is shown there',
  })
})

const tags = () => station.service.received.map(({ topic, message }) => [topic, message.notification.tag])

test('a confirmed swarm keeps its place on the screen when the hive loses weight again', async () => {
  const hive = await station.annaWithHive()
  const now = station.app.clock.now() / 1000
  const first = await station.ring(hive, { startedAt: now - 3 * 3600 })
  await station.deliver()
  await station.follow(first, 'confirmed')
  await station.deliver()
  const second = await station.ring(hive, { confidence: 40 })
  await station.deliver()
  await station.follow(second, 'withdrawn')
  await station.deliver()
  const place = `s${hive.scaleId}-swarm`
  const beside = `after-swarm-${second}`
  expect(tags()).toEqual([place, place, beside, beside].map((tag) => [tag, tag]))
})

test('robbing keeps its place when the hive gains weight, and is removed from there', async () => {
  const hive = await station.annaWithHive()
  const now = station.app.clock.now() / 1000
  const robbed = await station.ring(hive, { type: 'activity', status: 'open', startedAt: now - 3600 })
  await station.deliver()
  const gains = await station.ring(hive, { type: 'activity', status: 'open', confidence: 40 })
  await station.app.db.updateTable('alarm').set({ weight_change_grams: 2600 }).where('id', '=', gains).execute()
  await station.deliver()
  await station.follow(robbed, 'closed')
  await station.deliver()
  const place = `s${hive.scaleId}-activity`
  expect(tags().map(([topic]) => topic)).toEqual([place, `s${hive.scaleId}-gain`, place])
})

test('silent scales and their transmitter, when it is silent, too, stay on the screen until each is over', async () => {
  const hive = await station.annaWithHive()
  const transmitter = { ...hive, scaleId: null }
  const now = station.app.clock.now() / 1000
  const why = JSON.stringify([
    { code: 'scalesNoData', values: { count: 2, hours: 5, names: 'Volk 1, Volk 2', scales: '1 2' } },
  ])
  const silence = { type: 'silence', status: 'open' } as const
  const scales = await station.ring(transmitter, { ...silence, startedAt: now - 7200 })
  await station.app.db.updateTable('alarm').set({ why }).where('id', '=', scales).execute()
  await station.deliver()
  await station.ring(transmitter, silence)
  await station.deliver()
  await station.follow(scales, 'closed')
  await station.deliver()
  expect(tags().map(([topic]) => topic)).toEqual([
    `scales-${scales}`,
    `c${hive.controllerId}-silence`,
    `scales-${scales}`,
  ])
  expect(received().map(({ isOver }) => isOver)).toEqual([false, false, true])
})

test('all payloads have the same size', async () => {
  const hive = await station.annaWithHive()
  const alarm = await station.ring(hive, { type: 'disturbance', status: 'open' })
  await station.deliver()
  await station.follow(alarm, 'closed')
  await station.ring(hive)
  await station.deliver()
  expect(new Set(station.service.received.map(({ text }) => Buffer.byteLength(text)))).toEqual(new Set([2048]))
})

test.each(['staysAway', 'unsteady'])('a disturbance that ends with %s stays on the screen', async (code) => {
  const hive = await station.annaWithHive()
  const alarm = await station.ring(hive, { type: 'disturbance', status: 'open' })
  await station.deliver()
  await station.app.db
    .updateTable('alarm')
    .set({ why: JSON.stringify([{ code: 'removed', values: { kg: 0 } }, { code }]) })
    .execute()
  await station.follow(alarm, 'closed')
  await station.deliver()
  expect(received()).toHaveLength(1)
})

test('whoever was not told of it is not told that it is over', async () => {
  const hive = await station.annaWithHive()
  const alarm = await station.ring(hive, { type: 'disturbance', status: 'open', agoMs: 7 * HOUR_MS })
  await station.follow(alarm, 'closed')
  await station.deliver()
  expect(received()).toEqual([])
})

test('one that continues after all rings again', async () => {
  const hive = await station.annaWithHive()
  const alarm = await station.ring(hive, { type: 'disturbance', status: 'open' })
  await station.deliver()
  await station.follow(alarm, 'closed')
  await station.deliver()
  await station.follow(alarm, 'open')
  await station.deliver()
  expect(received().map(({ silent }) => silent)).toEqual([false, true, false])
  await station.follow(alarm, 'closed')
  await station.deliver()
  expect(received().map(({ isOver }) => isOver)).toEqual([false, true, false, true])
})

test('one that continues before its end was told stays as it is', async () => {
  const hive = await station.annaWithHive()
  const alarm = await station.ring(hive, { type: 'disturbance', status: 'open' })
  await station.deliver()
  await station.follow(alarm, 'closed')
  await station.app.db.updateTable('alarm').set({ status: 'open' }).execute()
  await station.deliver()
  expect(received()).toHaveLength(1)
  expect((await station.deliveries()).at(-1)).toMatchObject({
    stage: 'closed',
    last_error: 'the alarm is active again',
  })
})

test('nothing is sent after more than a week', async () => {
  const hive = await station.annaWithHive()
  const alarm = await station.ring(hive, { type: 'disturbance', status: 'open' })
  await station.deliver()
  station.app.clock.advance(8 * 24 * HOUR_MS)
  await station.follow(alarm, 'closed')
  await station.deliver()
  expect(received()).toHaveLength(1)
})

test('it is removed from the other screens even if it was muted on one', async () => {
  const hive = await station.annaWithHive()
  const alarm = await station.ring(hive, { type: 'disturbance', status: 'open' })
  await station.deliver()
  const mute = { notificationType: 'disturbance', enddate: null }
  await hive.anna.post(`/notification/mute?idcontroller=${hive.controllerId}`, mute)
  await station.follow(alarm, 'closed')
  await station.deliver()
  expect(received().map(({ silent, isOver }) => [silent, isOver])).toEqual([
    [false, false],
    [true, true],
  ])
})
