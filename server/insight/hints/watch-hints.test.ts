import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { createHintWatch } from './watch-hints.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DAYS = 50

let app: TestApp
let anna: Client
let controller: Awaited<ReturnType<TestApp['claim']>>
let scaleIds: number[]
let watch: () => Promise<void>
let begun: number

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  controller = await app.claim(anna)
  scaleIds = []
  for (const channel of [1, 2, 3, 4]) {
    scaleIds.push(await app.addScale(anna, controller.id, channel, { name: `Hive ${channel}` }))
  }
  await anna.post('/notification', { type: 'email', address: 'anna@example.org' })
  watch = createHintWatch(app.deps)
  begun = app.clock.now() - DAYS * DAY_MS
})
afterEach(() => app.close())

const gramsAt = (channel: number, time: number) => {
  const day = (time - begun) / DAY_MS
  const eats = channel === 4 ? 3 : 36 + 3 * channel
  return 30_000 - eats * day + 30 * Math.sin(day * 7 + channel)
}

/** Sends a reading every other hour for some days, of the fourth hive or of those before it, with the temperature that is measured at the hives. */
async function send(channels: readonly number[], from: number, to: number, temperature = 2) {
  const readings: object[] = []
  for (let ms = from; ms <= to; ms += 2 * HOUR_MS) {
    const time = new Date(ms).toISOString()
    for (const channel of channels) {
      readings.push({ time, channel, weight: Math.round(gramsAt(channel, ms)) / 1000, temperature })
    }
    readings.push({ time, channel: 0, temperature: 2 })
  }
  const { imei, imsi, deviceKey } = controller
  for (let at = 0; at < readings.length; at += 500) {
    const body = { imei, imsi, readings: readings.slice(at, at + 500) }
    const sent = await app.nobody.post('/ingest', body, { authorization: `Bearer ${deviceKey}` })
    expect(sent).toMatchObject({ status: 200, body: { rejected: [] } })
  }
  await app.deps.ingest.settled()
}
const everything = [1, 2, 3, 4]
const hints = () =>
  app.db
    .selectFrom('alarm')
    .select(['scale_id', 'type', 'status', 'started_at', 'ended_at', 'why'])
    .where('type', 'in', ['stores', 'winter'])
    .orderBy('id')
    .execute()
const deliveries = () => app.db.selectFrom('delivery').select(['stage', 'alarm_id']).execute()

test('a colony that stops eating is told once, silently, though it continues', async () => {
  await send(everything, begun, app.clock.now())
  await watch()
  expect(await hints()).toMatchObject([{ scale_id: scaleIds[3], type: 'winter', status: 'open', ended_at: null }])
  expect((await hints())[0]!.why).toContain('usesNothing')
  expect(await deliveries()).toMatchObject([{ stage: 'told' }])
  expect(app.wakes.count).toBe(1)
  await createHintWatch(app.deps)()
  app.clock.advance(DAY_MS)
  await send(everything, app.clock.now() - DAY_MS + HOUR_MS, app.clock.now())
  await watch()
  expect(await hints()).toHaveLength(1)
  expect(await deliveries()).toHaveLength(1)
})

test('the temperature of the brood is not taken for that of the air', async () => {
  for (const id of scaleIds) await anna.post(`/scale/${id}`, { isBrood: true })
  await send(everything, begun, app.clock.now(), 33)
  await watch()
  expect(await hints()).toMatchObject([{ scale_id: scaleIds[3], type: 'winter', status: 'open' }])
})

test('it rings for a user who wants that', async () => {
  const [channel] = await app.db.selectFrom('notification').select('id').execute()
  const edited = await anna.post(`/notification/${channel!.id}`, { ringsAlways: ['winter'] })
  expect(edited.status).toBe(200)
  await send(everything, begun, app.clock.now())
  await watch()
  expect(await deliveries()).toMatchObject([{ stage: 'rang' }])
})

test('a user who does not want it is not told', async () => {
  const [channel] = await app.db.selectFrom('notification').select('id').execute()
  await anna.post(`/notification/${channel!.id}`, { alarmTypes: ['swarm', 'stores'] })
  await send(everything, begun, app.clock.now())
  await watch()
  expect(await hints()).toHaveLength(1)
  expect(await deliveries()).toEqual([])
})

test('stores are told if the empty weight is known', async () => {
  await send([1, 2, 3], begun, app.clock.now())
  await anna.post(`/scale/${scaleIds[2]}`, { emptyWeight: 27.2 })
  await watch()
  expect(await hints()).toMatchObject([{ scale_id: scaleIds[2], type: 'stores', status: 'open' }])
})

test('a failing apiary holds up no other, and even thousands each get their turn in a morning', async () => {
  const { id: owner_id } = await app.db.selectFrom('account').select('id').executeTakeFirstOrThrow()
  const addPlaces = async (count: number) => {
    for (let at = 0; at < count; at += 50) {
      const ids = Array.from({ length: Math.min(50, count - at) }, () => ++added)
      const place = { owner_id, name: 'x', created_at: 0 }
      const controllers = ids.map((id) => ({ ...place, id, imei: `${id}`, imsi: `${id}`, device_key_hash: `${id}` }))
      await app.db.insertInto('controller').values(controllers).execute()
      const scale = { channel: 1, name: 'x', type: 'weight', state: 'active', color: 0, created_at: 0 } as const
      await app.db
        .insertInto('scale')
        .values(ids.map((controller_id) => ({ ...scale, controller_id })))
        .execute()
    }
  }
  let added = 1000
  await addPlaces(99)
  const asked: number[] = []
  const read = (_: 'hints', { scales }: { scales: { controllerId: number }[] }) => {
    asked.push(scales[0]!.controllerId)
    return Promise.reject(new Error('a damaged day'))
  }
  watch = createHintWatch({ ...app.deps, database: { ...app.deps.database, read: read as never } })
  for (let turn = 0; turn < 3; turn++) await watch()
  expect(asked.toSorted()).toEqual([controller.id, ...Array.from({ length: 99 }, (_, i) => 1001 + i)])
  await addPlaces(1700)
  asked.length = 0
  await watch()
  expect(asked).toHaveLength(50)
})

test('the result is the same in whatever order the days arrive', async () => {
  const now = app.clock.now()
  await send([1, 2, 3], begun, now)
  await watch()
  expect(await hints()).toEqual([])
  // the fourth hive was out of reach, and sends its days in reverse order
  for (let to = now; to > begun; to -= 10 * DAY_MS) {
    await send([4], Math.max(begun, to - 10 * DAY_MS), to)
    await createHintWatch(app.deps)()
  }
  const late = await hints()
  await app.close()
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  controller = await app.claim(anna)
  for (const channel of everything) await app.addScale(anna, controller.id, channel, { name: `Hive ${channel}` })
  await send(everything, begun, now)
  await createHintWatch(app.deps)()
  expect(late).toHaveLength(1)
  expect(await hints()).toEqual(late)
})

test('a hint of long ago is only a mark, and tells nobody', async () => {
  await send(everything, begun, app.clock.now())
  app.clock.advance(4 * DAY_MS)
  await watch()
  expect(await hints()).toHaveLength(1)
  expect(await deliveries()).toEqual([])
})

test('hives of other owners nearby are not neighbors', async () => {
  await send([4], begun, app.clock.now())
  const ben = await app.signIn('ben@example.org')
  const his = await app.claim(ben)
  for (const channel of [1, 2, 3]) await app.addScale(ben, his.id, channel, { name: `His ${channel}` })
  const place = { latitude: 47.1, longitude: 8.2 }
  await app.db.updateTable('controller').set(place).execute()
  controller = his
  await send([1, 2, 3], begun, app.clock.now())
  await watch()
  expect(await hints()).toEqual([])
})
