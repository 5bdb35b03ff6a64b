import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import payloads from './firmware-payloads.json' with { type: 'json' }

type Values = { weight?: number; temperature?: number; humidity?: number }
/** What a device sends, and all that is stored of it: by channel (0: the transmitter), and what it says of itself. */
type Payload = {
  device: string
  source: string
  sent: {
    to: string
    json?: object
    query?: string
    form?: string
    csv?: string
    hex?: string
    port?: number
    decoded?: object
    rssi?: number
  }
  stored: Record<string, Values>
  battery?: number
  signal?: number
  chipTemperature?: number
  softwareVersion?: string
  raw?: Record<string, number>
  unknown?: string[]
}
const table = payloads as unknown as Payload[]

let app: TestApp
let anna: Client
let transmitter: Awaited<ReturnType<TestApp['claim']>>
beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  transmitter = await app.claim(anna)
})
afterEach(() => app.close())

function send({ to, json, query, form, csv, hex, port = 1, decoded, rssi }: Payload['sent']) {
  const { deviceKey } = transmitter
  const bearer = { authorization: `Bearer ${deviceKey}` }
  const key = to === 'beelogger' ? `PW=${deviceKey}` : `key=${deviceKey}`
  if (to === 'ttn') {
    const uplink_message = {
      f_port: port,
      received_at: '2026-05-10T09:59:00.123456789Z',
      ...(hex ? { frm_payload: Buffer.from(hex, 'hex').toString('base64') } : { decoded_payload: decoded }),
      ...(rssi === undefined ? {} : { rx_metadata: [{ rssi }] }),
    }
    const body = { end_device_ids: { dev_eui: '0004A30B001C0530' }, uplink_message }
    return app.request('POST', '/ingest/ttn', { body, headers: bearer })
  }
  if (csv) return app.request('POST', '/ingest/csv', { body: csv, headers: { ...bearer, 'content-type': 'text/csv' } })
  if (json) return app.request('POST', `/ingest/${to}?${key}`, { body: json })
  if (query) return app.request('POST', `/ingest/${to}?${key}&${query}`)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return app.request('POST', `/ingest/${to}`, { body: `${form}&${key}`, headers })
}

/** Everything that is stored as readings, by channel. */
async function stored(): Promise<Record<string, Values>> {
  await app.deps.ingest.settled()
  const { body: scales } = await anna.get('/scale')
  const range = `from=${Date.parse('2016-01-01') / 1000}&to=${Date.parse('2027-01-01') / 1000}&level=raw`
  const ids = scales.map(({ id }: { id: number }) => id).join(',')
  const { body } = await anna.get(`/timeline?${ids ? `scales=${ids}&` : ''}controllers=${transmitter.id}&${range}`)
  const all: Record<string, Values> = {}
  for (const { scaleId, tiles } of body.series) {
    const channel = scaleId ? scales.find(({ id }: { id: number }) => id === scaleId).channel : 0
    for (const tile of tiles) {
      for (const name of ['weight', 'temperature', 'humidity'] as const) {
        const values = (tile[name] ?? []).filter((value: number | null) => value !== null)
        if (values.length > 0) all[channel] = { ...all[channel], [name]: values.at(-1) }
      }
    }
  }
  return all
}

test('are many, of many kinds of device, and each says where it is from', () => {
  expect(table.length).toBeGreaterThanOrEqual(40)
  expect(new Set(table.map(({ device }) => device.split(/[ ,’(]/)[0])).size).toBeGreaterThanOrEqual(10)
  for (const { source } of table) expect(source).toMatch(/^https:\/\/github\.com\/|^hivetool\.org/)
})

describe('what firmware sends', () => {
  test.each(table.map((payload, i) => ({ ...payload, i })))('$i: $device', async (payload) => {
    const { status, body } = await send(payload.sent)
    expect([200, 201]).toContain(status)
    const all = await stored()
    // what a chip says of itself stands in the transmitter's own series
    if (payload.chipTemperature !== undefined) delete all[0]
    expect(all).toEqual(payload.stored)
    const { body: controller } = await anna.get(`/controller/${transmitter.id}`)
    const { battery = null, signal = null, chipTemperature = null, softwareVersion = null } = payload
    expect(controller).toMatchObject({ battery, signal, chipTemperature, softwareVersion })
    const { body: calibrations } = await anna.get('/calibration')
    const raw = calibrations.map(({ channel, lastRaw }: { channel: number; lastRaw: number }) => [channel, lastRaw])
    expect(Object.fromEntries(raw)).toEqual(payload.raw ?? {})
    const told = typeof body === 'string' ? body : JSON.stringify(body.leftOut ?? [])
    for (const name of payload.unknown ?? []) expect(told).toContain(name)
    if (!payload.unknown) expect(told).not.toContain('unknown_key')
  })
})
