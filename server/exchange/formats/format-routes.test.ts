import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import {
  addRawWeights,
  COUNTS_A_DAY,
  decodeRawWeightDay,
  emptyRawWeightDay,
  encodeRawWeightDay,
} from '../../hives/calibrations/raw-weight-day.ts'
import { hashToken } from '../../platform/runtime/ids.ts'

type Transmitter = Awaited<ReturnType<TestApp['claim']>>

let app: TestApp
let anna: Client
let transmitter: Transmitter

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  transmitter = await app.claim(anna)
})
afterEach(() => app.close())

const at = (text: string) => Date.parse(text) / 1000
const bearer = (deviceKey: string) => ({ authorization: `Bearer ${deviceKey}` })
const json = { 'content-type': 'application/json' }

/** Time and weight of everything stored for a channel, as the app reads it. */
async function weights(channel = 1, controllerId = transmitter.id, owner = anna) {
  const { body: scales } = await owner.get('/scale')
  const scale = scales.find((one: { channel: number; controllerId: number }) => {
    return one.channel === channel && one.controllerId === controllerId
  })
  if (!scale) return undefined
  const { body } = await owner.get(
    `/timeline?scales=${scale.id}&from=${at('2026-01-01')}&to=${at('2027-01-01')}&level=raw`,
  )
  return body.series[0].tiles.flatMap(({ time, weight }: { time: number[]; weight: number[] }) =>
    time.map((seconds, i) => [seconds, weight[i]]),
  )
}

const controller = async () => (await anna.get(`/controller/${transmitter.id}`)).body

describe('POST /ingest/beep', () => {
  const fields = { t_i: 34.6, weight_kg: 43.215, bv: 3910, rssi: -71, time: at('2026-05-10T09:50:00Z') }

  it('stores JSON, forms and queries alike', async () => {
    const { deviceKey: key } = transmitter
    const plain = await app.request('POST', '/ingest/beep', { body: { ...fields, key } })
    expect(plain).toMatchObject({ status: 201, body: 'saved' })
    const form = new URLSearchParams({ key, weight_kg: '43.3', time: '2026-05-10T09:51:00Z' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await app.request('POST', '/ingest/beep', { body: form, headers })).status).toBe(201)
    expect((await app.request('POST', `/ingest/beep?key=${key}&weight_kg=43.4`)).status).toBe(201)
    const named = JSON.stringify({ key, weight_kg: 43.5, time: '2026-05-10T09:52:00Z' })
    expect((await app.request('POST', '/ingest/beep', { body: named, headers })).status).toBe(201)
    expect(await weights()).toEqual([
      [fields.time, 43.215],
      [fields.time + 60, 43.3],
      [fields.time + 120, 43.5],
      [fields.time + 600, 43.4],
    ])
    expect(await controller()).toMatchObject({ battery: 3.91, signal: -71 })
  })

  describe('weights before calibration', () => {
    const path = (channel = 1) => `/controller/${transmitter.id}/channel/${channel}/calibration`
    const send = (body: object) => app.request('POST', '/ingest/beep', { body, headers: bearer(transmitter.deviceKey) })
    const kilograms = async () => (await weights())?.map(([, weight]: number[]) => weight)
    const settled = async () => {
      await app.weighings.idle()
      await app.deps.ingest.settled()
    }

    it('are kept, and the first calibration converts all of them to kilograms', async () => {
      expect((await send({ w_v: 500_000, t_i: 34, time: fields.time })).status).toBe(201)
      expect((await send({ w_v: 510_000.5, time: fields.time + 60 })).status).toBe(201)
      await send({ w_v: 510_000.5, time: fields.time + 60 })
      await app.deps.ingest.settled()
      expect(await weights()).toEqual([[fields.time, null]])
      const unknown = { controllerId: transmitter.id, channel: 1, offset: null, multiplier: null, from: null }
      const lastRawAt = new Date((fields.time + 60) * 1000).toISOString()
      const seen = { lastRaw: 510_000.5, lastRawAt, keptFrom: '2026-05-10T00:00:00.000Z' }
      expect((await anna.get('/calibration')).body).toEqual([{ ...unknown, ...seen, isWeighing: false }])

      const calibration = { offset: 100_000, multiplier: 0.0001 }
      expect((await anna.post(path(), calibration)).body).toMatchObject({ ...calibration, ...seen, isWeighing: true })
      await settled()
      expect((await anna.get('/calibration')).body).toMatchObject([{ ...calibration, from: null, isWeighing: false }])
      expect(await weights()).toEqual([
        [fields.time, 40],
        [fields.time + 60, 41],
      ])
      const [scale] = (await anna.get('/scale')).body
      expect(scale).toMatchObject({ channel: 1, type: 'weight' })
      const [shown] = (await anna.get('/dashboard')).body[0].scales
      expect(shown).toMatchObject({ last: { weight: 41 } })
    })

    it('are converted by the calibration of their time; a later one applies from the chosen moment', async () => {
      const iso = (offset: number) => new Date((fields.time + offset) * 1000).toISOString()
      await anna.post(path(), { offset: 100_000, multiplier: 0.0001 })
      for (const offset of [0, 60, 120, 180]) await send({ w_v: 500_000, time: fields.time + offset })
      await settled()
      expect(await kilograms()).toEqual([40, 40, 40, 40])
      await anna.post(path(), { offset: 100_000, multiplier: 0.0002, from: iso(120) })
      await settled()
      expect(await kilograms()).toEqual([40, 40, 80, 80])
      expect((await anna.get('/calibration')).body).toMatchObject([{ from: iso(120) }])
      // late arrivals are converted like their neighbors
      await send({ w_v: 500_000, time: fields.time + 30 })
      await anna.post(path(), { offset: 100_000, multiplier: 0.0003 })
      await send({ w_v: 500_000, time: fields.time + 600 })
      await settled()
      expect(await kilograms()).toEqual([40, 40, 40, 80, 80, 120])
      await anna.post(path(), { offset: 100_000, multiplier: 0.00005, from: null })
      await settled()
      expect(await kilograms()).toEqual([20, 20, 20, 20, 20, 20])
    })

    it('are not converted by the calibration of another channel that their scale moved to', async () => {
      await anna.post(path(), { offset: 100_000, multiplier: 0.0001 })
      await send({ w_v: 500_000, time: fields.time })
      await settled()
      const [{ id }] = (await anna.get('/scale')).body
      await anna.post(`/scale/${id}`, { channelId: 2 })
      await anna.post(path(2), { offset: 300_000, multiplier: 0.0002 })
      await settled()
      expect(await weights(2)).toEqual([[fields.time, 40]])
      const [, second] = (await anna.get('/calibration')).body
      expect(second).toMatchObject({ channel: 2, lastRaw: null, lastRawAt: null })

      const moved = Math.floor(app.clock.now() / 1000)
      app.clock.advance(60_000)
      await send({ w_v_2: 500_000, time: moved + 60 })
      await settled()
      await anna.post(path(2), { offset: 300_000, multiplier: 0.0003, from: null })
      await settled()
      expect(await weights(2)).toEqual([
        [fields.time, 40],
        [moved + 60, 60],
      ])
    })

    it('of combined load cells are converted together, as their scale has the sum', async () => {
      await anna.post(`/controller/${transmitter.id}`, { loadCells: 2 })
      for (const channel of [1, 2]) await anna.post(path(channel), { offset: 100_000, multiplier: 0.0001 })
      await send({ w_v_1: 300_000, w_v_2: 200_000, time: fields.time })
      await settled()
      await anna.post(path(), { offset: 100_000, multiplier: 0.0002, from: null })
      await settled()
      expect(await kilograms()).toEqual([50])
      await send({ w_v_1: 300_000, w_v_2: 200_000, time: fields.time + 60 })
      await settled()
      expect(await kilograms()).toEqual([50, 50])
    })

    it('of combined load cells wait for the calibration of each, make one scale, and stay sums for good', async () => {
      await anna.post(`/controller/${transmitter.id}`, { loadCells: 2 })
      expect((await send({ w_v_3: 300_000, w_v_4: 200_000, time: fields.time })).status).toBe(201)
      expect((await send({ w_v_3: 300_000, time: fields.time + 60 })).body.code).toBe('load_cells_incomplete')
      expect((await anna.get('/scale')).body).toMatchObject([{ channel: 2, type: 'weight' }])
      await anna.post(path(3), { offset: 100_000, multiplier: 0.0001 })
      await settled()
      expect(await weights(2)).toEqual([])
      expect((await anna.post(path(4), { offset: 100_000, multiplier: 0.0001 })).body.lastRaw).toBe(200_000)
      await settled()
      expect(await weights(2)).toEqual([[fields.time, 30]])
      await anna.post(`/controller/${transmitter.id}`, { loadCells: 1 })
      await send({ w_v_2: 500_000, time: fields.time + 120 })
      for (const channel of [2, 3, 4]) await anna.post(path(channel), { offset: 0, multiplier: 0.0001, from: null })
      await settled()
      expect(await weights(2)).toEqual([
        [fields.time, 30],
        [fields.time + 120, 50],
      ])
    })

    it('a weight that a calibration makes impossible is dropped, and appears with a better calibration', async () => {
      await send({ w_v: 500_000, h_i: 60, time: fields.time })
      await anna.post(path(), { offset: 0, multiplier: 1 })
      await settled()
      expect(await kilograms()).toEqual([null])
      await anna.post(path(), { offset: 100_000, multiplier: 0.0001, from: null })
      await settled()
      expect(await kilograms()).toEqual([40])
    })

    it('many days are converted part by part, resuming after an interruption', async () => {
      const days = 45
      for (let day = 0; day < days; day++) await send({ w_v: 200_000 + day * 1000, time: fields.time - day * 86_400 })
      await anna.post(path(), { offset: 0, multiplier: 0.0001 })
      await settled()
      const expected = Array.from({ length: days }, (_, day) => (200_000 + (days - 1 - day) * 1000) / 10_000)
      expect(await kilograms()).toEqual(expected)
    })

    it('of a channel that collects nothing are not reported as saved', async () => {
      await send({ w_v: 500_000, time: fields.time })
      const [{ id }] = (await anna.get('/scale')).body
      await app.db.updateTable('scale').set({ state: 'deactivated' }).where('id', '=', id).execute()
      await send({ w_v: 500_000, time: fields.time + 60 })
      const { bytes } = await app.db.selectFrom('raw_weight_day').select('bytes').executeTakeFirstOrThrow()
      expect([...decodeRawWeightDay(bytes).raw]).toEqual([500_000])
    })

    it('of a scale archived since then are still kept as its own', async () => {
      await send({ w_v: 500_000, time: fields.time })
      const [{ id }] = (await anna.get('/scale')).body
      await anna.post(`/controller/${transmitter.id}/channel/1/archive`)
      const later = app.clock.now() / 1000
      app.clock.advance(600_000)
      expect((await send({ w_v: 510_000, time: fields.time + 60 })).status).toBe(201)
      expect((await send({ w_v: 520_000, time: later })).body.code).toBe('scale_archived')
      const fresh = await app.addScale(anna, transmitter.id, 1)
      await send({ w_v: 530_000, time: fields.time + 120 })
      await send({ w_v: 540_000, time: later + 60 })
      const days = await app.db.selectFrom('raw_weight_day').select(['scale_id', 'bytes']).orderBy('scale_id').execute()
      expect(days.map(({ scale_id, bytes }) => [scale_id, [...decodeRawWeightDay(bytes).raw]])).toEqual([
        [id, [500_000, 510_000, 530_000]],
        [fresh, [540_000]],
      ])
    })

    it('beyond one in half a minute are refused, and the day stays small', async () => {
      await send({ w_v: 500_000, time: fields.time })
      const { scale_id, from } = await app.db.selectFrom('raw_weight_day').selectAll().executeTakeFirstOrThrow()
      const full = addRawWeights(
        emptyRawWeightDay(),
        Array.from({ length: 86_400 }, (_, second) => [second, 500_000 + second] as const),
      )
      expect(full.time).toHaveLength(COUNTS_A_DAY)
      const bytes = encodeRawWeightDay(full)
      await app.db.updateTable('raw_weight_day').set({ bytes }).where('scale_id', '=', scale_id).execute()
      const more = await send({ w_v: 510_000, time: fields.time })
      expect(more.status).not.toBe(201)
      // known already
      expect((await send({ w_v: 500_060, time: Number(from) + 60 })).status).toBe(201)
      const stored = await app.db.selectFrom('raw_weight_day').select('bytes').executeTakeFirstOrThrow()
      expect(Buffer.from(stored.bytes).equals(bytes)).toBe(true)
      await anna.post(path(), { offset: 100_000, multiplier: 0.0001 })
      await settled()
      expect(await kilograms()).toHaveLength(COUNTS_A_DAY)
      // calibrated, it is stored like any other
      expect((await send({ w_v: 510_000, time: fields.time })).status).toBe(201)
    })

    it('a damaged day accepts new weights, and holds nothing else back', async () => {
      await send({ w_v: 300_000, time: fields.time - 86_400 })
      await send({ w_v: 500_000, time: fields.time })
      const damaged = { bytes: Uint8Array.of(1, 2, 3) }
      await app.db.updateTable('raw_weight_day').set(damaged).where('from', '=', at('2026-05-10')).execute()
      expect((await send({ w_v: 510_000, time: fields.time + 60 })).status).toBe(201)
      await app.db.updateTable('raw_weight_day').set(damaged).where('from', '=', at('2026-05-09')).execute()
      await anna.post(path(), { offset: 100_000, multiplier: 0.0001 })
      await settled()
      expect(await weights()).toEqual([[fields.time + 60, 41]])
    })
  })

  it('refuses a sender whose transmitter is unknown, and a body without fields', async () => {
    expect((await app.request('POST', '/ingest/beep', { body: fields })).body.code).toBe('device_key_missing')
    const wrong = await app.request('POST', '/ingest/beep', { body: { ...fields, key: 'nobody' } })
    expect(wrong).toMatchObject({ status: 401, body: { code: 'device_key_wrong' } })
    const headers = bearer(transmitter.deviceKey)
    expect((await app.request('POST', '/ingest/beep', { body: [1], headers })).body.code).toBe('invalid_body')
    const cut = await app.request('POST', '/ingest/beep', { body: '{"key":', headers: { ...headers, ...json } })
    expect(cut.body.code).toBe('body_not_json')
  })
})

it('every format makes a key that sends endlessly wait', async () => {
  const { deviceKey: key } = transmitter
  const budget = app.deps.keyBudgets.learn(hashToken(key), transmitter.id)
  for (let i = 0; i < 5000; i++) app.deps.keyBudgets.takeRequest(budget, 0)
  const headers = bearer(key)
  const answers = [
    await app.request('POST', '/ingest/beep', { body: { key, t_i: 20 } }),
    await app.request('POST', '/ingest/ttn', { body: '{', headers: { ...headers, ...json } }),
    await app.request('GET', `/ingest/beelogger?PW=${key}&T1=20`),
    await app.request('POST', '/ingest/csv', { body: 'Zeit;Gewicht', headers }),
  ]
  for (const { status, body, headers } of answers) {
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'device_too_fast', '1'])
  }
})

describe('calibration', () => {
  it('is for the owner only, and needs a slope', async () => {
    const other = await app.signIn('other@example.org')
    const path = `/controller/${transmitter.id}/channel/1/calibration`
    expect((await other.post(path, { offset: 0, multiplier: 1 })).status).toBe(404)
    expect((await anna.post(path, { offset: 0, multiplier: 0 })).status).toBe(400)
    const ninth = `/controller/${transmitter.id}/channel/9/calibration`
    expect((await anna.post(ninth, { offset: 0, multiplier: 1 })).status).toBe(400)
    await anna.post(path, { offset: 0, multiplier: 1 })
    expect((await other.get('/calibration')).body).toEqual([])
  })
})

describe('POST /ingest/ttn', () => {
  const uplink = (devEui: string, weight: number, minutes = 0) => ({
    end_device_ids: { device_id: 'hive', dev_eui: devEui },
    uplink_message: {
      f_port: 1,
      received_at: new Date(Date.parse('2026-05-10T09:00:00Z') + minutes * 60_000).toISOString(),
      decoded_payload: { weight },
      rx_metadata: [{ rssi: -97 }],
    },
  })
  const send = (body: object, deviceKey = transmitter.deviceKey) =>
    app.request('POST', '/ingest/ttn', { body, headers: bearer(deviceKey) })
  const first = '0004A30B001C0530'
  const second = '0004A30B001C0531'

  it('stores the bytes of a BEEP base', async () => {
    await anna.post(`/controller/${transmitter.id}/channel/1/calibration`, { offset: 7101, multiplier: 0.0005 })
    const frm_payload = Buffer.from('1B0C4B0C44640A01012D2D040107D6', 'hex').toString('base64')
    const body = uplink(first, 0)
    const uplink_message = { ...body.uplink_message, f_port: 3, frm_payload, decoded_payload: undefined }
    const reply = await send({ ...body, uplink_message })
    expect(reply).toMatchObject({ status: 200, body: { accepted: 1, duplicates: 0, rejected: [] } })
    expect(await weights()).toEqual([[at('2026-05-10T09:00:00Z'), 35]])
    expect(await controller()).toMatchObject({ battery: 3.14, signal: -97 })
    expect((await send({ ...body, uplink_message })).body).toMatchObject({ accepted: 0, duplicates: 1 })
  })

  it('keeps the first device of a key as its transmitter; further ones of the owner are reported', async () => {
    const other = await app.claim(anna, 'Seeufer')
    expect((await send(uplink(first.toLowerCase(), 40))).body.accepted).toBe(1)
    expect(await send(uplink(second, 41))).toMatchObject({ status: 409, body: { code: 'lora_device_unknown' } })
    const named = await anna.post(`/controller/${other.id}/lorawan`, { devEui: '00-04-a3-0b-00-1c-05-31' })
    expect(named.body).toMatchObject({ controllerId: other.id, devEui: second })
    expect((await send(uplink(second, 41))).body.accepted).toBe(1)
    expect((await anna.get('/lorawan')).body).toEqual([
      { controllerId: other.id, devEui: second },
      { controllerId: transmitter.id, devEui: first },
    ])
    expect(await weights(1, transmitter.id)).toEqual([[at('2026-05-10T09:00:00Z'), 40]])
    expect(await weights(1, other.id)).toEqual([[at('2026-05-10T09:00:00Z'), 41]])
  })

  it('gives no key access to the transmitters of others', async () => {
    const bea = await app.signIn('bea@example.org')
    const beas = await app.claim(bea, 'Alp')
    await send(uplink(first, 40))
    expect((await bea.post(`/controller/${transmitter.id}/lorawan`, { devEui: null })).status).toBe(404)
    expect((await send(uplink(first, 1, 5), beas.deviceKey)).body.accepted).toBe(1)
    expect(await weights()).toEqual([[at('2026-05-10T09:00:00Z'), 40]])
    expect(await weights(1, beas.id, bea)).toEqual([[at('2026-05-10T09:05:00Z'), 1]])
  })

  it('is not stopped by others who name the device as theirs', async () => {
    const bea = await app.signIn('bea@example.org')
    const beas = await app.claim(bea, 'Alp')
    expect((await bea.post(`/controller/${beas.id}/lorawan`, { devEui: first })).status).toBe(200)
    expect((await send(uplink(first, 40))).body.accepted).toBe(1)
    expect(await weights(1, transmitter.id)).toEqual([[at('2026-05-10T09:00:00Z'), 40]])
    expect(await weights(1, beas.id, bea)).toBeUndefined()
  })

  it('tells the devices of an owner apart: none is two of the transmitters, and one that got there twice is that of its key', async () => {
    const other = await app.claim(anna, 'Seeufer')
    await send(uplink(first, 40))
    expect((await anna.post(`/controller/${other.id}/lorawan`, { devEui: first })).body.code).toBe('combination_exists')
    expect((await anna.get('/lorawan')).body).toContainEqual({ controllerId: other.id, devEui: null })
    const bea = await app.signIn('bea@example.org')
    const beas = await app.claim(bea, 'Alp')
    await send(uplink(first, 41), beas.deviceKey)
    await app.db.updateTable('controller').set({ owner_id: anna.accountId }).where('id', '=', beas.id).execute()
    await send(uplink(first, 42, 5), beas.deviceKey)
    await send(uplink(first, 43, 5))
    expect((await weights(1, beas.id)).map(([, weight]: number[]) => weight)).toEqual([41, 42])
    expect((await weights(1, transmitter.id)).map(([, weight]: number[]) => weight)).toEqual([40, 43])
  })

  it('accepts a join, and messages without a measurement, without storing anything', async () => {
    const { end_device_ids } = uplink(first, 0)
    expect(await send({ end_device_ids, join_accept: {} })).toMatchObject({ status: 200, body: { accepted: 0 } })
    expect((await send({ end_device_ids: { dev_eui: 'x' } })).status).toBe(400)
    expect((await app.request('POST', '/ingest/ttn', { body: uplink(first, 1) })).body.code).toBe('device_key_missing')
  })
})

describe('GET /ingest/beelogger', () => {
  const send = (query: Record<string, string>) =>
    app.request('GET', `/ingest/beelogger?${new URLSearchParams({ PW: transmitter.deviceKey, ...query })}`)

  it('stores one measurement and says when to connect again', async () => {
    const reply = await send({ T1: '34.5', G1: '43.2', G2: '41.7', VB: '3.91', C: '124', Z: '2' })
    expect(reply).toMatchObject({ status: 200, body: `${at('2026-05-10T12:00:00Z')}T60Aok *` })
    expect(await weights(1)).toEqual([[at('2026-05-10T10:00:00Z'), 43.2]])
    expect(await weights(2)).toEqual([[at('2026-05-10T10:00:00Z'), 41.7]])
  })

  it('stores a batch by the clock of Zurich, or of the region', async () => {
    const record = (time: string) => `2026/05/10_${time}:00,34.5,18.0,60.0,70.0,12,43.21,3.91,5.0,0`
    expect((await send({ M1_Data: `${record('11:00')},${record('11:30')},` })).body).toBe('60Aok *')
    expect(await weights()).toEqual([
      [at('2026-05-10T09:00:00Z'), 43.21],
      [at('2026-05-10T09:30:00Z'), 43.21],
    ])
    const region = { name: 'Azoren', geojson: '{}', utc_offset: -1, alarm_from: 9, alarm_to: 18 }
    const { id } = await app.db.insertInto('region').values(region).returning('id').executeTakeFirstOrThrow()
    await app.db.updateTable('controller').set({ primary_region_id: id }).execute()
    await send({ M1_Data: record('08:00') })
    expect((await weights()).map(([time]: number[]) => time)).toEqual(
      ['09:00', '09:00', '09:30'].map((time) => at(`2026-05-10T${time}:00Z`)).slice(1),
    )
  })

  it('refuses a wrong checksum and a wrong key', async () => {
    expect(await send({ G1: '43.2', C: '50' })).toMatchObject({ status: 400, body: { code: 'checksum_wrong' } })
    expect(await weights()).toBeUndefined()
    expect((await send({ PW: 'Log', G1: '43.2', C: '44' })).body.code).toBe('device_key_wrong')
  })
})

describe('POST /ingest/csv', () => {
  const headers = () => ({ ...bearer(transmitter.deviceKey), 'content-type': 'text/csv' })
  const send = (body: string, query = '') => app.request('POST', `/ingest/csv${query}`, { body, headers: headers() })

  it('stores a table and lists the lines it did not take', async () => {
    const table = 'Zeit;Gewicht;temperature\n10.05.2026 11:00;43,2;34\n10.05.2026 11:10;9999;\ngestern;43;\n'
    const reply = await send(table, '?time=Zeit&weight=Gewicht')
    expect(reply).toMatchObject({
      status: 200,
      body: {
        accepted: 1,
        duplicates: 0,
        rejected: [
          { line: 3, code: 'weight_out_of_range' },
          { line: 4, code: 'time_invalid' },
        ],
      },
    })
    expect(await weights()).toEqual([[at('2026-05-10T09:00:00Z'), 43.2]])
    expect((await send(table, '?time=Zeit&weight=Gewicht')).body).toMatchObject({ accepted: 0, duplicates: 1 })
  })

  it('keeps the channels of its rows apart, and refuses a weight without one', async () => {
    const rows = ['1,43.2', '2,12.3', '9,43', ',43'].map((row) => `2026-05-10T09:00:00Z,${row}`)
    expect((await send(['time,channel,weight', ...rows].join('\n'))).body).toMatchObject({
      accepted: 2,
      duplicates: 0,
      rejected: [
        { line: 4, code: 'channel_invalid' },
        { line: 5, code: 'channel_invalid' },
      ],
    })
    expect(await weights()).toEqual([[at('2026-05-10T09:00:00Z'), 43.2]])
  })

  it('reads the times in the requested zone', async () => {
    await send('time,weight\n2026-05-10 09:00,43.2', '?zone=UTC')
    expect(await weights()).toEqual([[at('2026-05-10T09:00:00Z'), 43.2]])
    expect((await send('time,weight\n2026-05-10 09:00,43.2', '?zone=Bern')).status).toBe(400)
  })

  it.each([
    ['packed', (text: string) => gzipSync(text), { 'content-encoding': 'GZIP' }],
    ['as spreadsheets write Unicode', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'), {}],
  ])('reads a body that is %s', async (_, write, more) => {
    const { buffer: body } = new Uint8Array(write('time\tweight\n2026-05-10T09:00:00Z\t43.2'))
    const reply = await app.request('POST', '/ingest/csv', { body, headers: { ...headers(), ...more } })
    expect(reply).toMatchObject({ status: 200, body: { accepted: 1 } })
    expect(await weights()).toEqual([[at('2026-05-10T09:00:00Z'), 43.2]])
  })

  it('says what is missing, and at which line it breaks off', async () => {
    expect((await send('a;b\n1;2')).body.code).toBe('csv_time_column_missing')
    expect((await send('time;b\n1778407200;2')).body.code).toBe('csv_columns_missing')
    expect((await send('time;weight\n1778407200;"2')).body.code).toBe('csv_malformed')
  })
})

it('an ended subscription gets an answer, and nothing is stored', async () => {
  app.clock.advance(366 * 86_400_000)
  const headers = bearer(transmitter.deviceKey)
  expect(await app.request('POST', '/ingest/beep', { body: { weight_kg: 43 }, headers })).toMatchObject({
    status: 200,
    body: 'subscription expired',
  })
  const csv = await app.request('POST', '/ingest/csv', { body: 'time;weight\n1778407200;43', headers })
  expect(csv).toMatchObject({ status: 200, body: { accepted: 0, code: 'subscription_expired' } })
  expect(await app.db.selectFrom('inbox').selectAll().execute()).toEqual([])
  expect(await app.db.selectFrom('tile').selectAll().execute()).toEqual([])
})
