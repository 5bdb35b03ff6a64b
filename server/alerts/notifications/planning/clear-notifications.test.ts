import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type DeliveryStation,
  type Hive,
  openDeliveryStation,
} from '../../../../tests/support/samples/delivery-station.ts'
import { clearNotifications } from './clear-notifications.ts'

const DAY = 24 * 3600_000

let station: DeliveryStation
let hive: Hive

beforeEach(async () => {
  station = await openDeliveryStation()
  hive = await station.annaWithHive()
})

afterEach(() => station.close())

const clear = () => clearNotifications(station.app.deps)

test('finished deliveries are kept for 90 days, due ones as long as they are due', async () => {
  const old = station.app.clock.now() - 91 * DAY
  const states = ['sent', 'failed', 'expired', 'due'] as const
  const row = { notification_id: hive.channelId, alarm_id: null, stage: 'test', due_at: old } as const
  const many = Array.from({ length: 2500 }, (_, i) => ({ ...row, state: states[i % 4]!, created_at: old }))
  for (let at = 0; at < many.length; at += 500) {
    await station.app.db
      .insertInto('delivery')
      .values(many.slice(at, at + 500))
      .execute()
  }
  const young = { ...row, state: 'sent', created_at: old + 2 * DAY } as const
  await station.app.db.insertInto('delivery').values(young).execute()
  await clear()
  const left = (await station.deliveries()).map(({ state }) => state)
  expect([left.filter((state) => state === 'due').length, left.filter((state) => state === 'sent').length]).toEqual([
    625, 1,
  ])
})

test('numbers that were never confirmed go after a week, confirmed ones stay', async () => {
  const number = await station.addNumber(hive.anna)
  const { body: other } = await hive.anna.post('/notification', { type: 'sms', address: '079 765 43 21' })
  const ids = async () => ((await hive.anna.get('/notification')).body as { id: number }[]).map(({ id }) => id)
  station.app.clock.advance(6 * DAY)
  await clear()
  expect(await ids()).toEqual([hive.channelId, number, other.id])
  station.app.clock.advance(2 * DAY)
  await clear()
  expect(await ids()).toEqual([hive.channelId, number])
})

test('mutes that are over go, the others stay', async () => {
  const mute = (notificationType: string, enddate: string | null) =>
    hive.anna.post(`/notification/mute?idcontroller=${hive.controllerId}`, { notificationType, enddate })
  await mute('swarm', new Date(station.app.clock.now() + 60_000).toISOString())
  await mute('battery', new Date(station.app.clock.now() + 3 * DAY).toISOString())
  await mute('activity', null)
  station.app.clock.advance(2 * DAY)
  await clear()
  const left = await station.app.db
    .selectFrom('mute')
    .select('notification_type')
    .orderBy('notification_type')
    .execute()
  expect(left.map((row) => row.notification_type)).toEqual(['activity', 'battery'])
})
