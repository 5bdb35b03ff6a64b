import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Diagnosis } from '#domain/hives/doctor/device-doctor.ts'
import { type Client, createTestApp, TEST_START, type TestApp } from '../../../tests/support/server/test-app.ts'

const HOUR_MS = 3600_000
const start = Date.parse(TEST_START)

let app: TestApp
let anna: Client
let transmitter: Awaited<ReturnType<TestApp['claim']>>

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  transmitter = await app.claim(anna)
})
afterEach(() => app.close())

/** Hourly contacts for some days before the start; the last one falls on the start. */
async function send(days: number, vitals: (daysBefore: number) => { battery: number; signal: number }) {
  for (let hour = days * 24; hour >= 0; hour -= 1) {
    const time = new Date(start - hour * HOUR_MS).toISOString()
    const { imei, imsi, deviceKey } = transmitter
    const body = { imei, imsi, ...vitals(hour / 24), readings: [{ time, channel: 1, weight: 42 }] }
    await app.nobody.post('/ingest', body, { authorization: `Bearer ${deviceKey}` })
  }
  await app.deps.ingest.settled()
}

const doctor = async (client = anna) => {
  const { status, body } = await client.get(`/controller/${transmitter.id}/doctor`)
  expect(status).toBe(200)
  return v.parse(Diagnosis, body)
}

test('a transmitter that was just claimed is waited for', async () => {
  expect(await doctor()).toEqual({ state: 'waiting', lastSeen: null, battery: null, findings: [] })
})

test('a healthy transmitter that sends has no findings', async () => {
  await send(6, () => ({ battery: 3.95, signal: -70 }))
  const lastSeen = new Date(start).toISOString()
  expect(await doctor()).toEqual({
    state: 'fine',
    lastSeen,
    battery: { volts: 3.95, daysLeft: null, hasTrend: true },
    findings: [],
  })
})

test('silence after a falling battery comes from the battery', async () => {
  await send(6, (days) => ({ battery: 3.5 + days * 0.05, signal: -70 }))
  app.clock.advance(48 * HOUR_MS)
  const { state, battery, findings } = await doctor()
  expect({ state, battery, code: findings[0]!.code, curve: findings[0]!.curve }).toEqual({
    state: 'silent',
    battery: { volts: expect.closeTo(3.51, 1), daysLeft: expect.any(Number), hasTrend: true },
    code: 'batteryFalling',
    curve: 'battery',
  })
})

test('the first days of a battery are no trend', async () => {
  await send(2, () => ({ battery: 3.95, signal: -70 }))
  expect((await doctor()).battery).toEqual({ volts: 3.95, daysLeft: null, hasTrend: false })
})

test('silence after a weak signal comes from the signal', async () => {
  await send(3, () => ({ battery: 3.95, signal: -107 }))
  app.clock.advance(48 * HOUR_MS)
  expect((await doctor()).findings[0]).toMatchObject({ code: 'signalWeak', values: { dbm: -107, percent: 0 } })
})

test('silence after the end of the subscription comes from that', async () => {
  await send(3, () => ({ battery: 3.95, signal: -70 }))
  await app.db
    .updateTable('controller')
    .set({ subscription_ends_at: start + HOUR_MS })
    .execute()
  app.clock.advance(48 * HOUR_MS)
  expect((await doctor()).findings.map(({ code }) => code)).toEqual(['subscriptionEnded'])
})

test('a channel that was switched off is named', async () => {
  await send(1, () => ({ battery: 3.95, signal: -70 }))
  await app.db.updateTable('scale').set({ state: 'deactivated' }).execute()
  expect(await doctor()).toMatchObject({
    state: 'troubled',
    findings: [{ code: 'channelOff', values: { channel: 1 } }],
  })
})

test('a scale whose weights jump about is reported, and its readings are kept', async () => {
  const { imei, imsi, deviceKey } = transmitter
  const readings = Array.from({ length: 240 }, (_, at) => ({
    time: new Date(start - (240 - at) * 30_000).toISOString(),
    channel: 1,
    weight: at % 2 ? 40 : 46,
  }))
  const body = { imei, imsi, battery: 3.95, signal: -70, readings }
  const { body: reply } = await app.nobody.post('/ingest', body, { authorization: `Bearer ${deviceKey}` })
  expect(reply).toMatchObject({ accepted: 240 })
  await app.deps.ingest.settled()
  expect(await doctor()).toMatchObject({
    state: 'troubled',
    findings: [{ code: 'unusableReadings', values: { channel: 1, hours: 2 }, curve: 'weight' }],
  })
})

test('an unplugged sensor is reported with its channel, and the weight beside it is kept', async () => {
  const { imei, imsi, deviceKey } = transmitter
  const time = new Date(start - 60_000).toISOString()
  const body = { imei, imsi, readings: [{ time, channel: 2, weight: 40.2, temperature: -127 }] }
  const { body: reply } = await app.nobody.post('/ingest', body, { authorization: `Bearer ${deviceKey}` })
  expect(reply).toMatchObject({ accepted: 1, leftOut: [{ index: 0, code: 'temperature_unplugged' }] })
  await app.deps.ingest.settled()
  await app.countFaults()
  const found = { code: 'sensorUnplugged', values: { channel: 2, field: 'temperature', value: '−127', count: 1 } }
  expect(await doctor()).toMatchObject({ state: 'troubled', findings: [{ ...found, scaleId: 1 }] })
  app.clock.advance(2.9 * 24 * HOUR_MS)
  await app.db.updateTable('controller').set({ last_seen_at: app.clock.now() }).execute()
  expect((await doctor()).findings.map(({ code }) => code)).toContain('sensorUnplugged')
  app.clock.advance(HOUR_MS * 12)
  await app.db.updateTable('controller').set({ last_seen_at: app.clock.now() }).execute()
  expect((await doctor()).findings.map(({ code }) => code)).not.toContain('sensorUnplugged')
})

test('a weight that stays away while the temperature comes is reported', async () => {
  const { imei, imsi, deviceKey } = transmitter
  const readings = [
    { time: new Date(start - 72 * HOUR_MS).toISOString(), channel: 2, weight: 40.2 },
    { time: new Date(start).toISOString(), channel: 2, temperature: 21 },
  ]
  await app.nobody.post('/ingest', { imei, imsi, readings }, { authorization: `Bearer ${deviceKey}` })
  await app.deps.ingest.settled()
  const values = { channel: 2, quantity: 'weight', time: readings[0]!.time }
  expect(await doctor()).toMatchObject({ state: 'troubled', findings: [{ code: 'valueMissing', values, scaleId: 1 }] })
})

test('whose weights nobody has calibrated says so, until somebody does', async () => {
  const sendRaw = () => app.nobody.post('/ingest/beep', { key: transmitter.deviceKey, t_i: 34.6, w_v: 812_345 })
  expect((await sendRaw()).status).toBe(201)
  await app.deps.ingest.settled()
  const values = { channels: '1', count: 1 }
  expect(await doctor()).toMatchObject({ state: 'troubled', findings: [{ code: 'notCalibrated', values }] })

  const calibration = { offset: 800_000, multiplier: 0.001 }
  expect((await anna.post(`/controller/${transmitter.id}/channel/1/calibration`, calibration)).status).toBe(200)
  app.clock.advance(HOUR_MS)
  await sendRaw()
  await app.deps.ingest.settled()
  expect((await doctor()).findings).toEqual([])
})

test('a watcher may see the diagnosis, a stranger may not', async () => {
  const berta = await app.signIn('berta@example.org')
  const path = `/controller/${transmitter.id}/doctor`
  expect(await berta.get(path)).toMatchObject({ status: 404, body: { code: 'controller_not_found' } })
  const watch = { account_id: berta.accountId, controller_id: transmitter.id, created_at: 0 }
  await app.db.insertInto('watch').values(watch).execute()
  expect((await doctor(berta)).state).toBe('waiting')
})
