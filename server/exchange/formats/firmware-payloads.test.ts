import { describe, expect, test } from 'vitest'
import { type StoredValues, transmitterStation } from '../../../tests/support/samples/transmitter-station.ts'
import payloads from './firmware-payloads.json' with { type: 'json' }

/**
 * What a device sends to one of our paths, and everything that is stored of it: by channel (0: the transmitter), and what it says about
 * itself. `names`: only its field names are published, the values are made up.
 */
type Payload = {
  device: string
  source: string
  names?: boolean
  sent: { to: string; json?: object; query?: string; form?: string; csv?: string; lines?: string; ttn?: Ttn }
  stored: Record<string, StoredValues>
  battery?: number
  signal?: number
  chipTemperature?: number
  softwareVersion?: string
  raw?: Record<string, number>
  unknown?: string[]
  leftOut?: string[]
}
/** The parts of an uplink of The Things Stack that vary. */
type Ttn = { hex?: string; port?: number; decoded?: object; rssi?: number }
const table = payloads as unknown as Payload[]

const station = transmitterStation()

const ttnDocument = ({ hex, port = 1, decoded, rssi }: Ttn) => ({
  end_device_ids: { dev_eui: '0004A30B001C0530' },
  uplink_message: {
    f_port: port,
    received_at: '2026-05-10T09:59:00.123456789Z',
    ...(hex ? { frm_payload: Buffer.from(hex, 'hex').toString('base64') } : { decoded_payload: decoded }),
    ...(rssi === undefined ? {} : { rx_metadata: [{ rssi }] }),
  },
})

const types = { form: 'application/x-www-form-urlencoded', csv: 'text/csv', lines: 'text/plain' }

/** The key is where the device puts it: `KEY` in the path, else in the header that a webhook or client adds. */
function send({ to, json, query, ttn, ...texts }: Payload['sent']) {
  const { deviceKey } = station.transmitter
  const path = [to.replace('KEY', deviceKey), ...(query ? [query] : [])].join(to.includes('?') ? '&' : '?')
  const [kind, text] = Object.entries(texts)[0] ?? []
  const type = kind === undefined ? {} : { 'content-type': types[kind as keyof typeof types] }
  return station.sendAnywhere('POST', path, ttn ? ttnDocument(ttn) : (json ?? text), { ...station.bearer(), ...type })
}

test('there are many, from many kinds of device, and each names its source', () => {
  const captures = table.filter(({ names }) => !names)
  expect(captures.length).toBeGreaterThanOrEqual(40)
  expect(new Set(captures.map(({ sent }) => JSON.stringify(sent))).size).toBe(captures.length)
  expect(new Set(captures.map(({ device }) => device.split(/[ ,’(]/)[0])).size).toBeGreaterThanOrEqual(10)
  for (const { source } of table) expect(source).toMatch(/^https:\/\/|^hivetool\.org/)
})

describe('what firmware sends', () => {
  test.each(table.map((payload, i) => ({ ...payload, i })))('$i: $device', async (payload) => {
    const { status, body } = await send(payload.sent)
    const told = typeof body === 'string' ? body : JSON.stringify(body)
    const { lines } = payload.sent
    expect(lines === undefined ? [200, 201] : [204], told).toContain(status)
    const all = await station.stored()
    // what a chip says about itself is stored in the transmitter's own series
    if (payload.chipTemperature !== undefined) delete all[0]
    expect(all).toEqual(payload.stored)
    const { battery = null, signal = null, chipTemperature = null, softwareVersion = null } = payload
    expect(await station.controller()).toMatchObject({ battery, signal, chipTemperature, softwareVersion })
    const { body: calibrations } = await station.anna.get('/calibration')
    const raw = calibrations.map(({ channel, lastRaw }: { channel: number; lastRaw: number }) => [channel, lastRaw])
    expect(Object.fromEntries(raw)).toEqual(payload.raw ?? {})
    const { body: fields } = await station.anna.get(`/controller/${station.transmitter.id}/field`)
    const kept = lines === undefined ? told : JSON.stringify(fields)
    for (const name of [...(payload.unknown ?? []), ...(payload.leftOut ?? [])]) expect(kept).toContain(name)
    if (!payload.unknown) expect(told).not.toContain('unknown_key')
  })
})
