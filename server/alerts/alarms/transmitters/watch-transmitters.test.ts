import { afterEach, beforeEach, expect, test } from 'vitest'
import { encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { levelNumber, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { refuseRows } from '../../../../tests/support/server/refusing-trigger.ts'
import { type Client, createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { createTransmitterWatch } from './watch-transmitters.ts'

const HOUR = 3600_000
const MINUTE = 60_000
const DAY_SECONDS = 86_400

let app: TestApp
let anna: Client
let controllerId: number
let watch: () => Promise<void>

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  controllerId = (await app.claim(anna)).id
  await anna.post('/notification', { type: 'email', address: 'anna@example.org' })
  watch = createTransmitterWatch(app.deps)
})

afterEach(() => app.close())

const hear = (at = app.clock.now(), fields: { battery_mv?: number } = {}) =>
  app.db
    .updateTable('controller')
    .set({ last_seen_at: at, ...fields })
    .execute()
const alarms = () =>
  app.db.selectFrom('alarm').select(['type', 'status', 'started_at', 'ended_at', 'why']).orderBy('id').execute()
const seconds = (ms: number) => Math.floor(ms / 1000)

test('silence is told once after two intervals and an hour, and closes when data returns', async () => {
  const heardAt = app.clock.now()
  await hear()
  app.clock.advance(3 * HOUR)
  await watch()
  expect(await alarms()).toEqual([])
  app.clock.advance(MINUTE)
  await watch()
  await watch()
  app.clock.advance(HOUR)
  await watch()
  const why = '[{"code":"noData","values":{"hours":3}}]'
  expect(await alarms()).toEqual([
    { type: 'silence', status: 'open', started_at: seconds(heardAt), ended_at: null, why },
  ])
  expect(await app.db.selectFrom('delivery').select(['stage', 'state']).execute()).toEqual([
    { stage: 'rang', state: 'due' },
  ])
  expect(app.wakes.count).toBe(1)
  await hear()
  await watch()
  const over = { status: 'closed', ended_at: seconds(app.clock.now()) }
  expect(await alarms()).toMatchObject([over])
  app.clock.advance(4 * HOUR)
  await watch()
  expect(await alarms()).toMatchObject([over, { status: 'open' }])
})

test('a longer interval is allowed a longer silence', async () => {
  await app.db.updateTable('controller').set({ update_interval_hours: 6 }).execute()
  await hear()
  app.clock.advance(13 * HOUR)
  await watch()
  expect(await alarms()).toEqual([])
  app.clock.advance(MINUTE)
  await watch()
  expect(await alarms()).toHaveLength(1)
})

test('a silence that began while it was muted rings once when the mute ends, if it goes on', async () => {
  const stages = () => app.db.selectFrom('delivery').select(['stage', 'state']).execute()
  const mute = (hours: number) =>
    anna.post(`/notification/mute?idcontroller=${controllerId}`, {
      ...{ notificationType: 'silence', enddate: new Date(app.clock.now() + hours * HOUR).toISOString() },
    })
  await hear()
  await mute(12)
  app.clock.advance(4 * HOUR)
  await watch()
  expect(await alarms()).toMatchObject([{ status: 'open' }])
  app.clock.advance(8 * HOUR - MINUTE)
  await watch()
  expect(await stages()).toEqual([])
  app.clock.advance(MINUTE)
  await watch()
  await watch()
  expect(await stages()).toEqual([{ stage: 'rang', state: 'due' }])
  await mute(1)
  app.clock.advance(2 * HOUR)
  await watch()
  expect(await stages()).toHaveLength(1)
  await hear()
  await mute(6)
  app.clock.advance(4 * HOUR)
  await watch()
  await hear()
  app.clock.advance(2 * HOUR)
  await watch()
  expect((await stages()).filter(({ stage }) => stage === 'rang')).toHaveLength(1)
})

test('a shorter interval counts from when the transmitter has learned of it', async () => {
  const setInterval = (updateInterval: number) => anna.post(`/controller/${controllerId}`, { updateInterval })
  await setInterval(6)
  app.clock.advance(MINUTE)
  await hear()
  await watch()
  app.clock.advance(5 * HOUR)
  expect((await setInterval(3)).status).toBe(200)
  app.clock.advance(MINUTE)
  expect((await setInterval(1)).status).toBe(200)
  await watch()
  app.clock.advance(8 * HOUR - MINUTE)
  await watch()
  // another process knows nothing of what this one saw
  await createTransmitterWatch(app.deps)()
  expect(await alarms()).toEqual([])
  app.clock.advance(MINUTE)
  await watch()
  expect(await alarms()).toMatchObject([{ status: 'open' }])
  await hear()
  await watch()
  app.clock.advance(3 * HOUR)
  await watch()
  expect(await alarms()).toMatchObject([{ status: 'closed' }])
  app.clock.advance(MINUTE)
  await watch()
  expect(await alarms()).toMatchObject([{ status: 'closed' }, { status: 'open' }])
})

test('while the server was down, without an owner, before the first contact or after the subscription there is no silence', async () => {
  await hear(app.clock.now() - 10 * HOUR)
  app.clock.advance(2 * HOUR)
  await watch()
  expect(await alarms()).toEqual([])
  app.clock.advance(10 * HOUR)
  for (const state of [
    { owner_id: null },
    { owner_id: anna.accountId, last_seen_at: null },
    { last_seen_at: app.clock.now() - 10 * HOUR, subscription_ends_at: app.clock.now() - HOUR },
  ]) {
    await app.db.updateTable('controller').set(state).execute()
    await watch()
    expect((await alarms()).filter(({ type }) => type === 'silence')).toEqual([])
  }
})

/** Stores hourly means of the battery over the days before now, as the fold would. */
async function storeBattery(days: number, millivolts: (day: number) => number) {
  const now = seconds(app.clock.now())
  const times = Array.from({ length: days * 24 }, (_, hour) => now - (days * 24 - hour) * 3600)
  await app.db.deleteFrom('tile').execute()
  for (const [from, ofMonth] of Map.groupBy(times, (time) => tileSpan('hour', time).from)) {
    const tile = {
      level: 'hour' as const,
      from,
      length: ofMonth.length,
      time: Int32Array.from(ofMonth, (time) => time - from),
      columns: {
        battery: Int32Array.from(ofMonth, (time) => Math.round(millivolts((time - times[0]!) / DAY_SECONDS))),
      },
    }
    await app.db
      .insertInto('tile')
      .values({ scale_id: -controllerId, level: levelNumber.hour, from, bytes: encodeTile(tile), revision: 1 })
      .execute()
  }
}

test('a battery that will be empty within a week is told once, and closes when it is charged', async () => {
  await storeBattery(14, (day) => 3900 - 25 * day)
  await hear(app.clock.now(), { battery_mv: 3560 })
  await watch()
  await watch()
  expect(await alarms()).toMatchObject([{ type: 'battery', status: 'open' }])
  expect(JSON.parse((await alarms())[0]!.why)).toMatchObject([{ code: 'batteryFalling', values: { days: 6 } }])
  expect(await app.db.selectFrom('delivery').select('id').execute()).toHaveLength(1)
  app.clock.advance(24 * HOUR)
  await storeBattery(14, (day) => (day < 13 ? 3900 - 25 * day : 4100))
  await hear(app.clock.now(), { battery_mv: 4100 })
  await watch()
  expect(await alarms()).toMatchObject([{ type: 'battery', status: 'closed', ended_at: seconds(app.clock.now()) }])
})

test('a steady battery raises no alarm, an empty one does at once', async () => {
  await storeBattery(14, () => 3700)
  await hear(app.clock.now(), { battery_mv: 3700 })
  await watch()
  expect(await alarms()).toEqual([])
  await storeBattery(2, () => 3350)
  await watch()
  expect(await alarms()).toMatchObject([{ type: 'battery', why: '[{"code":"batteryLow","values":{"volts":3.35}}]' }])
})

test('cells that never have the voltage of a lithium-ion cell are low where their maker says', async () => {
  await app.db.updateTable('controller').set({ battery_low_mv: 2700 }).where('id', '=', controllerId).execute()
  await storeBattery(14, (day) => 3200 - 5 * day)
  await hear(app.clock.now(), { battery_mv: 3140 })
  await watch()
  expect(await alarms()).toEqual([])
  await storeBattery(2, () => 2690)
  await watch()
  expect(await alarms()).toMatchObject([{ type: 'battery', why: '[{"code":"batteryLow","values":{"volts":2.69}}]' }])
  await storeBattery(2, () => 3200)
  await watch()
  expect(await alarms()).toMatchObject([{ type: 'battery', status: 'closed' }])
})

test('the battery of a transmitter that nobody has claimed yet is nobody’s alarm', async () => {
  await storeBattery(2, () => 3350)
  await hear(app.clock.now(), { battery_mv: 3350 })
  await app.db.updateTable('controller').set({ owner_id: null }).execute()
  await watch()
  expect(await alarms()).toEqual([])
})

test('a damaged battery history affects neither the other batteries nor anything else', async () => {
  await hear(app.clock.now() - 10 * HOUR)
  const other = (await app.claim(anna)).id
  await storeBattery(2, () => 3350)
  const { bytes } = await app.db.selectFrom('tile').select('bytes').executeTakeFirstOrThrow()
  const damaged = Uint8Array.from(bytes)
  damaged[damaged.length - 3]! ^= 0x10
  await app.db.updateTable('tile').set({ scale_id: -other }).execute()
  await app.db
    .insertInto('tile')
    .columns(['scale_id', 'level', 'from', 'bytes', 'revision'])
    .expression((eb) =>
      eb
        .selectFrom('tile')
        .select((of) => [
          of.val(-controllerId).as('scale_id'),
          'level',
          'from',
          of.val(damaged).as('bytes'),
          'revision',
        ]),
    )
    .execute()
  await hear(app.clock.now(), { battery_mv: 3400 })
  app.clock.advance(4 * HOUR)
  await watch()
  const opened = await app.db.selectFrom('alarm').select(['type', 'controller_id']).orderBy('id').execute()
  expect(opened).toEqual([
    { type: 'silence', controller_id: controllerId },
    { type: 'silence', controller_id: other },
    { type: 'battery', controller_id: other },
  ])
  expect(await app.deps.troubles.open()).toMatchObject([
    { kind: 'loop_failing', subject: 'reading batteries', values: { first: `transmitter ${controllerId}`, count: 1 } },
  ])
  await storeBattery(2, () => 3350)
  await watch()
  expect(await app.deps.troubles.open()).toEqual([])
})

test('a transmitter whose alarm cannot be written holds up no others', async () => {
  const other = (await app.claim(anna)).id
  await hear()
  const when = `new.controller_id = ${controllerId}`
  const allow = await refuseRows(app.db, { table: 'alarm', before: 'insert', when, says: 'refused' })
  app.clock.advance(4 * HOUR)
  await watch()
  expect(await app.db.selectFrom('alarm').select('controller_id').execute()).toEqual([{ controller_id: other }])
  expect(await app.deps.troubles.open()).toMatchObject([{ kind: 'loop_failing', subject: 'alarms of transmitters' }])
  await allow()
  app.clock.advance(5 * MINUTE)
  await watch()
  expect(await alarms()).toHaveLength(2)
  expect(await app.deps.troubles.open()).toEqual([])
})
