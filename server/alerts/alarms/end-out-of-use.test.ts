import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AlarmType } from '#domain/alerts/alarm.ts'
import {
  type DeliveryStation,
  type Hive,
  openDeliveryStation,
} from '../../../tests/support/samples/delivery-station.ts'
import { refuseRows } from '../../../tests/support/server/refusing-trigger.ts'
import { createOutOfUseEnding } from './end-out-of-use.ts'
import { closeOutOfUse, selectOutOfUse } from './out-of-use-queries.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let station: DeliveryStation
let hive: Hive
let end: () => Promise<void>

beforeEach(async () => {
  station = await openDeliveryStation()
  hive = await station.annaWithHive()
  end = createOutOfUseEnding(station.app.deps)
})
afterEach(() => station.close())

const put = (state: string, scaleId = hive.scaleId) => hive.anna.post(`/scale/${scaleId}`, { state })
const archive = () => hive.anna.post(`/controller/${hive.controllerId}/channel/1/archive`)
const alarms = () =>
  station.app.db.selectFrom('alarm').select(['type', 'status', 'ended_at', 'why', 'own_why']).orderBy('id').execute()
const statuses = async () => (await alarms()).map(({ status }) => status)
const seconds = () => Math.floor(station.app.clock.now() / 1000)
const open = async () => (await hive.anna.get('/alarm?open=1')).body.map(({ id }: { id: number }) => id)
const pushes = () =>
  station.service.received.map(({ urgency, message: { notification, app_badge } }) => ({
    ...{ title: notification.title, urgency, badge: app_badge },
    ...{ silent: notification.silent ?? false, isOver: notification.data.isOver ?? false },
  }))
const disturb = (fields: { agoMs?: number } = {}) =>
  station.ring(hive, { type: 'disturbance', status: 'open', ...fields })

describe.each([
  ['archived on its channel', archive],
  ['archived by an edit', () => put('archived')],
  ['switched off', () => put('deactivated')],
  ['emptied', () => put('empty')],
])('of a scale that was %s', (_, putAway) => {
  test.each([
    ['disturbance', 'open'],
    ['activity', 'open'],
    ['swarm', 'provisional'],
    ['stores', 'open'],
  ] as const)('%s that is %s ends, once', async (type: AlarmType, status) => {
    const id = await station.ring(hive, { type, status })
    await end()
    expect(await open()).toEqual([id])
    expect((await putAway()).status).toBe(200)
    station.app.clock.advance(MINUTE)
    const published = vi.spyOn(station.app.deps.events, 'publish')
    const wakes = station.app.wakes.count
    await end()
    await end()
    const why = JSON.stringify([{ code: 'outOfUse' }])
    expect(await alarms()).toEqual([{ type, status: 'closed', ended_at: seconds() - 60, why, own_why: why }])
    expect(await open()).toEqual([])
    expect(published.mock.calls).toEqual([
      [{ type: 'alarm', controllerId: hive.controllerId, scaleIds: [hive.scaleId] }],
    ])
    expect(station.app.wakes.count).toBe(wakes + 1)
  })
})

test('it leaves the screens silently, like anything that is over, without mail or SMS', async () => {
  await station.addPush(hive.anna)
  await hive.anna.post('/notification', { type: 'email', address: 'anna@example.org' })
  await disturb()
  await station.deliver()
  await archive()
  await end()
  await station.deliver()
  const rang = { title: 'Volk 3 wurde angehoben, verschoben oder umgekippt', urgency: 'high', badge: 1, silent: false }
  const over = { title: 'Volk 3 ausser Betrieb genommen', urgency: 'normal', badge: 0, silent: true }
  expect(pushes()).toEqual([...Array(2).fill({ ...rang, isOver: false }), ...Array(2).fill({ ...over, isOver: true })])
  expect(station.mailServer.received).toHaveLength(1)
})

test('one not told yet is no longer told to anyone', async () => {
  await disturb()
  await archive()
  await end()
  await station.deliver()
  expect(pushes()).toEqual([])
  expect((await station.deliveries()).map(({ last_error }) => last_error)).toEqual([
    'over before it was sent',
    'was never told',
  ])
})

test('it ends with the last reading of its scale; an old one is told to nobody', async () => {
  await disturb({ agoMs: 20 * DAY })
  const lastAt = seconds() - 15 * 86_400
  await station.app.db
    .insertInto('scale_last')
    .values({ scale_id: hive.scaleId, time: lastAt, gain_level_grams: 0, loss_level_grams: 0 })
    .execute()
  await archive()
  await end()
  expect(await alarms()).toMatchObject([{ status: 'closed', ended_at: lastAt }])
  expect(await station.deliveries()).toEqual([])
  await disturb()
  await station.app.db
    .updateTable('scale_last')
    .set({ time: seconds() + 500 })
    .execute()
  await end()
  expect((await alarms())[1]).toMatchObject({ status: 'closed', ended_at: seconds() })
})

test('alarms elsewhere, ended ones and confirmed swarms stay as they are', async () => {
  const other = await station.app.addScale(hive.anna, hive.controllerId, 2)
  const hidden = await station.app.addScale(hive.anna, hive.controllerId, 3, { visible: false })
  await station.ring({ ...hive, scaleId: other }, { type: 'disturbance', status: 'open' })
  await station.ring({ ...hive, scaleId: hidden }, { type: 'disturbance', status: 'open' })
  const sure = await station.ring(hive, { status: 'confirmed' })
  const gone = await station.ring(hive, { type: 'activity', status: 'withdrawn' })
  await station.app.db.updateTable('alarm').set({ ended_at: seconds() }).where('id', 'in', [sure, gone]).execute()
  const silence = { type: 'silence', status: 'open', startedAt: seconds() - 9000 } as const
  await station.app.db
    .updateTable('alarm')
    .set({ scale_id: null })
    .where('id', '=', await station.ring(hive, silence))
    .execute()
  await archive()
  await end()
  expect(await statuses()).toEqual(['open', 'open', 'confirmed', 'withdrawn', 'open'])
})

test('if reverted before the check, nothing ends', async () => {
  await disturb()
  await archive()
  await put('active')
  await end()
  expect(await statuses()).toEqual(['open'])
})

test('if reverted or over during the check, it stays as it is', async () => {
  const { db } = station.app
  const id = await disturb()
  await archive()
  const [found] = await selectOutOfUse(db)
  await put('active')
  expect(await closeOutOfUse(db, found!, seconds())).toBe(false)
  await archive()
  await station.follow(id, 'withdrawn')
  expect(await closeOutOfUse(db, found!, seconds())).toBe(false)
  expect(await statuses()).toEqual(['withdrawn'])
})

test.each(['{', '{}', 'null'])('a failing one, and a damaged row (%s), hold up no others', async (damaged) => {
  const other = await station.app.addScale(hive.anna, hive.controllerId, 2)
  const first = await disturb()
  await station.ring({ ...hive, scaleId: other }, { type: 'disturbance', status: 'open' })
  await station.app.db.updateTable('alarm').set({ own_why: damaged }).where('id', '<>', first).execute()
  await archive()
  await put('archived', other)
  const heal = await refuseRows(station.app.db, {
    ...{ table: 'alarm', before: 'update', when: `old.id = ${first}`, says: 'disk I/O error' },
  })
  await end()
  expect(await statuses()).toEqual(['open', 'closed'])
  await heal()
  station.app.clock.advance(HOUR)
  await end()
  expect(await statuses()).toEqual(['closed', 'closed'])
})

test('while the clock is in doubt nothing ends', async () => {
  await disturb()
  await archive()
  vi.spyOn(station.app.deps.clock, 'isTrusted').mockReturnValue(false)
  await end()
  expect(await statuses()).toEqual(['open'])
})

describe('with readings', () => {
  /** Weights of the hive (kg), ten minutes apart, the last one `lateMs` ago. */
  async function weigh(kilograms: readonly number[], lateMs = 0): Promise<void> {
    const { app } = station
    const { imei, imsi } = await app.db.selectFrom('controller').select(['imei', 'imsi']).executeTakeFirstOrThrow()
    const { body } = await hive.anna.post(`/controller/${hive.controllerId}/deviceKey`)
    const readings = kilograms.map((weight, i) => {
      const agoMs = lateMs + (kilograms.length - 1 - i) * 10 * MINUTE
      return { time: new Date(app.clock.now() - agoMs).toISOString(), channel: 1, weight }
    })
    const headers = { authorization: `Bearer ${body.deviceKey}` }
    const sent = await app.request('POST', '/ingest', { body: { imei, imsi, readings }, headers })
    expect(sent.body).toMatchObject({ accepted: readings.length, rejected: [] })
    await app.deps.ingest.settled()
  }
  const kg = (count: number, weight: number) => Array<number>(count).fill(weight)
  const whys = async () =>
    (await alarms()).map(({ why, own_why }) => [why, own_why].map((text) => /outOfUse/.test(text)))

  test('late ones of a scale out of use open nothing', async () => {
    await weigh(kg(40, 40))
    station.app.clock.advance(HOUR)
    await archive()
    station.app.clock.advance(HOUR)
    await weigh(kg(5, 3), 65 * MINUTE)
    expect(await alarms()).toEqual([])
  })

  test('once back in use, the returning weight ends it as usual', async () => {
    await weigh([...kg(40, 40), ...kg(3, 3)])
    expect(await statuses()).toEqual(['open'])
    await archive()
    await end()
    expect(await whys()).toEqual([[true, true]])
    await put('active')
    station.app.clock.advance(20 * MINUTE)
    await weigh(kg(2, 40))
    expect(await alarms()).toMatchObject([{ status: 'closed' }])
    expect(await whys()).toEqual([[false, false]])
  })

  test('once back in use, it continues if its readings are judged again', async () => {
    await weigh([...kg(40, 40), ...kg(3, 3)])
    await archive()
    await end()
    await put('active')
    await weigh([40], 195 * MINUTE)
    expect(await statuses()).toEqual(['open'])
    expect(await whys()).toEqual([[false, false]])
    await end()
    expect(await statuses()).toEqual(['open'])
  })
})
