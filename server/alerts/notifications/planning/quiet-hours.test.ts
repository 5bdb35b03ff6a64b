import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type DeliveryStation,
  type Hive,
  openDeliveryStation,
} from '../../../../tests/support/samples/delivery-station.ts'

let station: DeliveryStation
let hive: Hive

beforeEach(async () => {
  station = await openDeliveryStation()
  hive = await station.annaWithHive()
  station.app.clock.set('2026-05-10T21:00:00Z')
})

afterEach(() => station.close())

const night = { quietFrom: '22:00', quietTo: '06:00', timeZone: 'Europe/Zurich' }
const quiet = (id: number, more = {}) => hive.anna.post(`/notification/${id}`, { ...night, ...more })
const addMail = async () =>
  (await hive.anna.post('/notification', { type: 'email', address: 'anna@example.org' })).body.id as number

test('a push in quiet hours comes at once and silently, or loudly if that type always rings', async () => {
  await quiet(hive.channelId, { ringsAlways: ['disturbance'] })
  await station.ring(hive)
  await station.ring(hive, { type: 'disturbance', status: 'open' })
  await station.deliver()
  expect(station.service.received.map(({ urgency, message }) => [urgency, message.notification.silent])).toEqual([
    ['normal', true],
    ['high', undefined],
  ])
})

test('mail and SMS wait for the end of quiet hours, which counts as no try', async () => {
  const mail = await addMail()
  const number = await station.addNumber(hive.anna)
  for (const id of [mail, number]) await quiet(id, { ringsAlways: [] })
  await hive.anna.post(`/notification/${hive.channelId}/remove`)
  await station.ring(hive)
  await station.deliver()
  expect([station.mailServer.received.length, station.smsService.received.length]).toEqual([0, 0])
  const end = Date.parse('2026-05-11T04:00:00Z')
  expect((await station.deliveries()).filter(({ stage }) => stage === 'rang')).toMatchObject([
    { state: 'due', attempts: 0, due_at: end },
    { state: 'due', attempts: 0, due_at: end },
  ])
  station.app.clock.set(end)
  await station.deliver()
  expect([station.mailServer.received.length, station.smsService.received.length]).toEqual([1, 1])
})

test('what always rings goes by mail and SMS at night too', async () => {
  await quiet(await addMail())
  await quiet(await station.addNumber(hive.anna))
  await station.ring(hive, { type: 'disturbance', status: 'open' })
  await station.deliver()
  expect([station.mailServer.received.length, station.smsService.received.length]).toEqual([1, 1])
})

test('what was muted at night, until noon, is not sent in the morning', async () => {
  await quiet(await addMail(), { ringsAlways: [] })
  await station.ring(hive)
  await station.deliver()
  const mute = { notificationType: 'swarm', enddate: '2026-05-11T10:00:00Z' }
  await hive.anna.post(`/notification/mute?idcontroller=${hive.controllerId}`, mute)
  station.app.clock.set('2026-05-11T04:00:00Z')
  await station.deliver()
  expect(station.mailServer.received).toEqual([])
})

test('an alarm withdrawn at night wakes nobody in the morning', async () => {
  await quiet(await addMail(), { ringsAlways: [] })
  const alarmId = await station.ring(hive)
  await station.deliver()
  await station.follow(alarmId, 'withdrawn')
  await station.deliver()
  station.app.clock.set('2026-05-11T04:00:00Z')
  await station.deliver()
  expect(station.mailServer.received).toEqual([])
})

test.each([
  ['transmitter', { scale_id: null }],
  ['scale', {}],
])('a silent %s is not told of in the morning if it sends again', async (_, place) => {
  await quiet(await addMail(), { ringsAlways: [] })
  const alarmId = await station.ring(hive, { type: 'silence', status: 'open' })
  await station.deliver()
  const { db, clock } = station.app
  await db
    .updateTable('alarm')
    .set({ ...place, status: 'closed' })
    .where('id', '=', alarmId)
    .execute()
  clock.set('2026-05-11T04:00:00Z')
  await station.deliver()
  expect(station.mailServer.received).toEqual([])
})

test('a test is audible at any time', async () => {
  const mail = await addMail()
  await quiet(mail, { ringsAlways: [] })
  await hive.anna.post(`/notification/${mail}/test`)
  expect(station.app.mails).toMatchObject([{ to: 'anna@example.org' }])
})

test('removed quiet hours hold nothing back any more', async () => {
  const mail = await addMail()
  await quiet(mail, { ringsAlways: [] })
  expect((await hive.anna.get('/notification')).body[1]).toMatchObject({ ...night, ringsAlways: [] })
  await hive.anna.post(`/notification/${mail}`, { quietFrom: null, quietTo: null })
  await station.ring(hive)
  await station.deliver()
  expect(station.mailServer.received).toHaveLength(1)
})

test('held-back messages go out when quiet hours are moved', async () => {
  const mail = await addMail()
  await quiet(mail, { ringsAlways: [] })
  await station.ring(hive)
  await station.deliver()
  await hive.anna.post(`/notification/${mail}`, { quietFrom: '00:00', quietTo: '05:00' })
  await station.deliver()
  expect(station.mailServer.received).toHaveLength(1)
})
