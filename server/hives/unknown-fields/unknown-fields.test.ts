import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refuseRows } from '../../../tests/support/server/refusing-trigger.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { createUnknownForgetting } from './note-unknown.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

let app: TestApp
let anna: Client
let transmitter: Awaited<ReturnType<TestApp['claim']>>
beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  transmitter = await app.claim(anna)
})
afterEach(() => app.close())

const send = (body: object) =>
  app.request('POST', '/ingest/beep', { body, headers: { authorization: `Bearer ${transmitter.deviceKey}` } })
const path = () => `/controller/${transmitter.id}/field`
const fields = async () => (await anna.get(path())).body
const assign = (body: object) => anna.post(path(), body)
const values = () => app.db.selectFrom('unknown_value').selectAll().execute()

/** All readings of a channel by time: weight, temperature. */
async function series(channel = 1) {
  await app.deps.ingest.settled()
  const { body: scales } = await anna.get('/scale')
  const scale = scales.find((one: { channel: number }) => one.channel === channel)
  const range = `from=${Date.parse('2026-04-01') / 1000}&to=${Date.parse('2026-07-01') / 1000}&level=raw`
  const { body } = await anna.get(`/timeline?scales=${scale.id}&${range}`)
  return body.series[0].tiles.flatMap((tile: Record<string, (number | null)[]>) =>
    tile.time!.map((_, i) => [tile.weight?.[i] ?? null, tile.temperature?.[i] ?? null]),
  )
}

test('an unknown field is kept with its last value, and its meaning can be set, for the past too', async () => {
  for (let i = 0; i < 3; i++) {
    expect((await send({ t_i: 34 + i, load_1: 41 + i })).body).toBe('saved-without-load_1:unknown_key')
    app.clock.advance(15 * MINUTE_MS)
  }
  expect(await fields()).toEqual([{ name: 'load_1', lastValue: 43, lastAt: '2026-05-10T10:30:00.000Z', meaning: null }])
  const assigned = await assign({ name: 'load_1', quantity: 'weight' })
  expect(assigned).toMatchObject({
    status: 200,
    body: { name: 'load_1', values: 3, meaning: { quantity: 'weight', channel: 1, unit: 'as_is' } },
  })
  expect(await series()).toEqual([
    [41, 34],
    [42, 35],
    [43, 36],
  ])
  expect((await values()).map(({ filled }) => filled)).toEqual([1, 1, 1])
  expect((await send({ t_i: 37, load_1: 44 })).body).toBe('saved')
  expect((await series()).at(-1)).toEqual([44, 37])
})

test('a battery and a signal belong to the transmitter itself, from now on', async () => {
  await send({ weight: 40, ubat: 3910, dbm_now: -71 })
  expect(await assign({ name: 'ubat', quantity: 'battery', unit: 'gram' })).toMatchObject({ status: 400 })
  expect(await assign({ name: 'ubat', quantity: 'battery', unit: 'millivolt' })).toMatchObject({ body: { values: 0 } })
  expect(await assign({ name: 'dbm_now', quantity: 'signal' })).toMatchObject({ status: 200 })
  expect((await send({ weight: 41, ubat: 3910, dbm_now: -71 })).body).toBe('saved')
  await app.deps.ingest.settled()
  expect((await anna.get(`/controller/${transmitter.id}`)).body).toMatchObject({ battery: 3.91, signal: -71 })
})

describe('a battery that once came in percent', () => {
  const battery = async () => {
    await app.deps.ingest.settled()
    return (await anna.get(`/controller/${transmitter.id}`)).body.battery
  }
  const left = 'saved-without-battery:battery_percent'

  test('is never taken for volts, until its owner says so', async () => {
    expect((await send({ weight: 40, battery: 87 })).body).toBe(left)
    await app.countFaults()
    for (const percent of [16, 4, 3.5, 0]) {
      app.clock.advance(MINUTE_MS)
      expect((await send({ weight: 40, battery: percent })).body).toBe(left)
      await app.countFaults()
    }
    expect(await battery()).toBe(null)
    for (const volts of [3910, '3.91 V']) {
      app.clock.advance(MINUTE_MS)
      expect((await send({ weight: 40, battery: volts })).body).toBe('saved')
      expect(await battery()).toBe(3.91)
    }
    expect(await fields()).toMatchObject([{ name: 'battery' }])
    await assign({ name: 'battery', quantity: 'battery' })
    app.clock.advance(MINUTE_MS)
    expect((await send({ weight: 40, battery: 4 })).body).toBe('saved')
    expect(await battery()).toBe(4)
    await assign({ name: 'battery', quantity: 'nothing' })
    app.clock.advance(MINUTE_MS)
    expect((await send({ weight: 40, battery: 3 })).body).toBe('saved')
    expect(await battery()).toBe(4)
  })

  test('is told apart from a 12-volt lead battery, whose voltage may be a whole number', async () => {
    expect((await send({ weight: 40, battery: 12 })).body).toBe('saved-without-battery:battery_percent')
    await app.countFaults()
    app.clock.advance(MINUTE_MS)
    expect((await send({ weight: 40, battery: 12.3 })).body).toBe('saved')
    expect(await battery()).toBe(12.3)
    expect(await fields()).toEqual([])
  })
})

test('what an interrupted assignment filled in is removed by the next one, or stays if it says the same', async () => {
  const admin = await app.signIn('admin@example.org', { admin: true })
  for (const load_1 of [41, 42]) {
    await send({ t_i: 34, load_1 })
    app.clock.advance(15 * MINUTE_MS)
  }
  const interrupt = async (channel: number) => {
    const mend = await refuseRows(app.db, { table: 'audit', before: 'insert', says: 'the disk is broken' })
    expect((await admin.post(path(), { name: 'load_1', quantity: 'weight', channel })).status).toBe(500)
    await mend()
  }
  const weights = async (channel: number) => (await series(channel)).map(([weight]: unknown[]) => weight)
  await interrupt(1)
  expect(await weights(1)).toEqual([41, 42])
  expect((await assign({ name: 'load_1', quantity: 'weight', channel: 1 })).body).toMatchObject({ values: 2 })
  await interrupt(2)
  await assign({ name: 'load_1', quantity: 'weight', channel: 3 })
  expect([await weights(1), await weights(2), await weights(3)]).toEqual([[null, null], [], [41, 42]])
})

test('a second assignment removes what the first one filled in, and nothing else', async () => {
  await send({ weight: 40, load_1: 41 })
  app.clock.advance(15 * MINUTE_MS)
  await send({ weight: 42, t_i: 30, load_1: 30 })
  app.clock.advance(15 * MINUTE_MS)
  await send({ load_1: 32 })
  await assign({ name: 'load_1', quantity: 'temperature', channel: 1 })
  expect(await series()).toEqual([
    [40, 41],
    [42, 30],
    [null, 32],
  ])
  const again = await assign({ name: 'load_1', quantity: 'weight', channel: 2 })
  expect(again.body).toMatchObject({ values: 3, meaning: { quantity: 'weight', channel: 2 } })
  // the 30 °C were also measured by a thermometer
  expect(await series()).toEqual([
    [40, null],
    [42, 30],
  ])
  expect(await series(2)).toEqual([
    [41, null],
    [30, null],
    [32, null],
  ])
  await assign({ name: 'load_1', quantity: 'weight', channel: 2, unit: 'pound' })
  expect((await series(2))[0]).toEqual([18.597, null])
  await assign({ name: 'load_1', quantity: 'nothing' })
  expect(await series(2)).toEqual([])
  await assign({ name: 'load_1', quantity: 'temperature', channel: 1 })
  expect(await series()).toHaveLength(3)
})

test('units are converted, impossible values are left out, and stored readings stay', async () => {
  await send({ weight: 40, temperature_5: 68 })
  app.clock.advance(15 * MINUTE_MS)
  await send({ weight: 41, t_i: 20, temperature_5: 69 })
  app.clock.advance(15 * MINUTE_MS)
  await send({ weight: 42, temperature_5: 999 })
  const body = { name: 'temperature_5', quantity: 'temperature', unit: 'fahrenheit', channel: 1 }
  expect((await assign(body)).body).toMatchObject({
    values: 1,
    message: 'Saved. 1 value of the last 30 days was taken over. 1 measured value was there already and stays.',
  })
  expect(await series()).toEqual([
    [40, 20],
    [41, 20],
    [42, null],
  ])
})

test('a channel without a scale gets one, a raw weight waits for its calibration, and ignored fields store nothing', async () => {
  await send({ weight: 40, field1: 33, field2: 500_000, field3: 1 })
  expect((await assign({ name: 'field1', quantity: 'temperature', channel: 3 })).body.values).toBe(1)
  expect(await series(3)).toEqual([[null, 33]])
  expect((await assign({ name: 'field2', quantity: 'rawWeight', channel: 2 })).body.values).toBe(1)
  expect((await anna.get('/calibration')).body).toMatchObject([{ channel: 2, lastRaw: 500_000 }])
  expect((await assign({ name: 'field3', quantity: 'nothing' })).body.values).toBe(0)
  expect((await send({ weight: 40, field3: 1 })).body).toBe('saved')
})

test('values go to the archived scale up to its archiving, and to its replacement after that', async () => {
  const old = await app.addScale(anna, transmitter.id, 1)
  await send({ load_1: 41 })
  app.clock.advance(15 * MINUTE_MS)
  await anna.post(`/controller/${transmitter.id}/channel/1/archive`)
  await send({ load_1: 42 })
  app.clock.advance(15 * MINUTE_MS)
  expect((await assign({ name: 'load_1', quantity: 'weight' })).body.values).toBe(1)
  const weighed = async (id: number) => {
    await app.deps.ingest.settled()
    const range = `from=${Date.parse('2026-05-01') / 1000}&to=${Date.parse('2026-06-01') / 1000}&level=raw`
    const { body } = await anna.get(`/timeline?scales=${id}&${range}`)
    return body.series[0].tiles.flatMap(({ weight }: { weight: number[] }) => weight)
  }
  expect(await weighed(old)).toEqual([41])
  const next = await app.addScale(anna, transmitter.id, 1)
  expect((await assign({ name: 'load_1', quantity: 'weight' })).body.values).toBe(2)
  expect([await weighed(old), await weighed(next)]).toEqual([[41], [42]])
})

test('a scale guessed to be a thermometer becomes a weight scale once a field is set to be its weight', async () => {
  await send({ t_i: 34, load_1: 41 })
  const typeOf = async () => (await anna.get('/scale')).body.map(({ type }: { type: string }) => type)
  expect(await typeOf()).toEqual(['thermometer'])
  await assign({ name: 'load_1', quantity: 'weight' })
  expect(await typeOf()).toEqual(['weight'])
})

describe('is refused:', () => {
  test.each([
    ['a name that is not sent', 404, 'field_not_found', { name: 'load_2', quantity: 'weight' }],
    ['a unit of another quantity', 400, 'invalid_body', { name: 'load_1', quantity: 'weight', unit: 'fahrenheit' }],
    ['channel 9', 400, 'invalid_body', { name: 'load_1', quantity: 'weight', channel: 9 }],
    ['a channel that is switched off', 409, 'scale_deactivated', { name: 'load_1', quantity: 'weight', channel: 2 }],
  ])('%s', async (_, status, code, body) => {
    await app.addScale(anna, transmitter.id, 2)
    await app.db.updateTable('scale').set({ state: 'deactivated' }).execute()
    await send({ load_1: 41 })
    expect(await assign(body)).toMatchObject({ status, body: { code } })
    expect((await fields())[0].meaning).toBeNull()
    expect(await values()).toHaveLength(1)
  })

  test('everybody but the owner', async () => {
    await send({ load_1: 41 })
    const berta = await app.signIn('berta@example.org')
    expect((await berta.get(path())).status).toBe(404)
    expect((await berta.post(path(), { name: 'load_1', quantity: 'weight' })).status).toBe(404)
  })
})

test('names are limited for many messages at once, too', async () => {
  await Promise.all(Array.from({ length: 40 }, (_, i) => send({ weight: 40, [`load_${i}`]: i })))
  expect(await fields()).toHaveLength(24)
  expect(new Set((await values()).map(({ name }) => name)).size).toBe(24)
})

test('names and values are limited, and old ones are deleted', async () => {
  for (let i = 0; i < 30; i++) await send(Object.fromEntries(Array.from({ length: 20 }, (_, k) => [`x${i}_y${k}`, k])))
  expect(await fields()).toHaveLength(24)
  for (let i = 0; i < 5; i++) await send({ x0_y0: i })
  expect((await values()).filter(({ name }) => name === 'x0_y0')).toHaveLength(1)
  await assign({ name: 'x0_y1', quantity: 'humidity', channel: 1 })
  app.clock.advance(31 * DAY_MS)
  await createUnknownForgetting(app.deps)()
  expect(await values()).toEqual([])
  expect(await app.db.selectFrom('unknown_field').select('name').execute()).toEqual([{ name: 'x0_y1' }])
})
