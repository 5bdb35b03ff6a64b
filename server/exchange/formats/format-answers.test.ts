import { describe, expect, it } from 'vitest'
import { transmitterStation } from '../../../tests/support/samples/transmitter-station.ts'

const station = transmitterStation()
const { last, doctor } = station
const beep = (body: object) => station.send('/ingest/beep', body)

describe('BEEP', () => {
  it('keeps the weight next to an unplugged thermometer, and does not report that one as saved', async () => {
    expect(await beep({ weight_kg: 41.7, t_i: -127, rssi: 50, bv: -1 })).toMatchObject({
      status: 201,
      body: 'saved-without-battery:battery_out_of_range-signal:signal_out_of_range-temperature:temperature_unplugged',
    })
    expect(await last()).toMatchObject([{ weight: 41.7, temperature: null }])
    expect((await doctor()).findings).toMatchObject([
      { code: 'sensorUnplugged', values: { channel: 1 } },
      { code: 'valueImpossible' },
      { code: 'valueImpossible' },
    ])
  })

  it('refuses a message with no possible value, and says so if it has no values at all', async () => {
    expect(await beep({ t_i: -127 })).toMatchObject({ status: 400, body: { code: 'temperature_unplugged' } })
    expect(await beep({ s_tot: 12 })).toMatchObject({ status: 200, body: 'no-data-to-write' })
    expect(await last()).toEqual([])
  })

  it.each([
    ['1970', 720, 'time_before_start', 'clockLost'],
    ['no zone', '2026-05-10T09:00:00', 'time_zone_missing', 'timeUnreadable'],
    ['30 February', '2026-02-30T09:00:00Z', 'time_invalid', 'timeUnreadable'],
  ])('dates a message from a clock at %s on arrival, and reports it', async (_, time, code, finding) => {
    expect((await beep({ weight_kg: 41.7, time })).body).toBe(`saved-without-time:${code}`)
    expect(await last()).toMatchObject([{ weight: 41.7, time: '2026-05-10T10:00:00.000Z' }])
    expect((await doctor()).findings).toMatchObject([{ code: finding }])
  })

  it.each([
    ['time', '2026-05-08T09:00:00', '2026-05-08T07:00:00.000Z'],
    ['Datetime', '2026-05-08 09:00', '2026-05-08T07:00:00.000Z'],
    ['recorded_at', '2026-02-08T09:00:00', '2026-02-08T08:00:00.000Z'],
    // it may be now somewhere
    ['ts', '2026-05-09T20:00:00', '2026-05-10T10:00:00.000Z'],
    ['time', '2026-02-30T09:00:00', '2026-05-10T10:00:00.000Z'],
    ['time', '2014-05-08T09:00:00', '2026-05-10T10:00:00.000Z'],
  ])('takes a stored %s of %s, without a zone, by the clock of the region', async (name, said, time) => {
    for (const path of ['/ingest/beep', '/ingest/json']) {
      const body = { key: station.transmitter.deviceKey, weight_kg: 41.7, [name]: said }
      expect((await station.send(path, body)).status).toBeLessThan(300)
      expect(await last()).toMatchObject([{ weight: 41.7, time }])
    }
  })

  it('loses none of what a device stored, and says that the zone is missing', async () => {
    for (const hour of ['07', '08', '09']) {
      const body = { weight: 41, timestamp: `2026-05-08T${hour}:00:00` }
      const reply = await station.send('/ingest/json', body)
      expect(reply.body).toMatchObject({ accepted: 1, leftOut: [{ code: 'time_zone_missing' }] })
    }
    const mapping = [
      { path: '/w', quantity: 'weight', channel: 1, unit: 'as_is' },
      { path: '/at', quantity: 'time', unit: 'iso' },
    ]
    const { id } = station.transmitter
    expect((await station.anna.post(`/controller/${id}/json`, { mapping })).status).toBe(200)
    const mapped = await station.send('/ingest/json', { w: 42, at: '2026-05-08T10:00:00' })
    expect(mapped.body).toMatchObject({ accepted: 1 })
    expect(await last()).toMatchObject([{ weight: 42, time: '2026-05-08T08:00:00.000Z' }])
  })

  it('refuses what comes from the future', async () => {
    const time = Date.parse('2026-05-10T11:00:00Z') / 1000
    expect(await beep({ weight_kg: 41.7, time })).toMatchObject({ status: 400, body: { code: 'time_in_future' } })
  })
})

it('The Things Stack is told name by name what happened to an uplink', async () => {
  const uplink = (decoded_payload: object) => ({
    end_device_ids: { dev_eui: '0004A30B001C0530' },
    uplink_message: { f_port: 1, received_at: '2026-05-10T09:00:00Z', decoded_payload, rx_metadata: [{ rssi: -97 }] },
  })
  const body = uplink({ weight_kg: 41.7, temperature: 85, battery: 3.9, load_1: 3 })
  expect(await station.send('/ingest/ttn', body)).toMatchObject({
    status: 200,
    body: {
      accepted: 1,
      rejected: [],
      leftOut: [
        { index: null, field: 'load_1', code: 'unknown_key' },
        { index: 0, field: 'temperature', code: 'temperature_power_on' },
      ],
    },
  })
  expect(await last()).toMatchObject([{ weight: 41.7, temperature: null }])
})

describe('beelogger', () => {
  const send = (method: string, fields: Record<string, string>, where: 'query' | 'form' = 'query') => {
    const text = new URLSearchParams({ PW: station.transmitter.deviceKey, ...fields }).toString()
    if (where === 'query') return station.app.request(method, `/ingest/beelogger?${text}`)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    return station.app.request(method, '/ingest/beelogger', { body: text, headers: form })
  }

  it('may post its fields', async () => {
    expect(await send('POST', { T1: '34.5', G1: '43.2', C: '78' }, 'form')).toMatchObject({
      status: 200,
      body: '60Aok *',
    })
    expect(await last()).toMatchObject([{ weight: 43.2, temperature: 34.5 }])
  })

  it('says what it did not take, and refuses a message with nothing else in it', async () => {
    const reply = await send('GET', { T1: '-127', G1: '43.2', C: '-83' })
    expect(reply.body).toBe('60Awithout(temperature:temperature_unplugged) ok *')
    expect(await send('GET', { T1: '-127', C: '-126' })).toMatchObject({
      status: 400,
      body: { code: 'temperature_unplugged' },
    })
  })

  it.each([
    ['G_Data', '2026/05/10_11:00:00,34.5,18.0,60.0,70.0,12,43.21,3.91,5.0,0', [43.21]],
    ['T_Data', '2026/05/10_11:00:00,17,1,2,3,18.0,61,62,63,70.0,12,41,42,43,3.91,5.0,0', [41, 42, 43]],
    ['Q_Data', '2026/05/10_11:00:00,17,1,2,3,4,18.0,61,62,63,64,70.0,12,41,42,43,44,3.91,5.0,0', [41, 42, 43, 44]],
  ])('of 2018 calls its batch %s', async (name, text, weights) => {
    expect((await send('GET', { [name]: text })).body).toBe('60Aok *')
    expect((await last()).map(({ weight }: { weight: number }) => weight)).toEqual(weights)
  })
})

it('for a table the answer says line by line what was left out', async () => {
  const body = 'time;weight;temperature\n1778407200;43;-127\n1778407260;44;33\n'
  const reply = await station.send('/ingest/csv', body, { 'content-type': 'text/csv' })
  expect(reply.body).toMatchObject({
    accepted: 2,
    rejected: [],
    leftOut: [{ index: 0, line: 2, field: 'temperature', code: 'temperature_unplugged' }],
  })
})

describe('a raw weight that is refused', () => {
  const FUTURE = '2026-06-10T09:00:00Z'
  const calibrate = (channel: number) =>
    station.anna.post(`/controller/${station.transmitter.id}/channel/${channel}/calibration`, {
      offset: 7101,
      multiplier: 0.0005,
    })

  it('is named by its line of a table, whichever channels are calibrated', async () => {
    const table = (minute: number) => {
      const at = (i: number) => `2026-05-10T09:${minute + i}:00Z`
      const lines = ['time,w_v,w_v_2', ...[at(0), FUTURE, at(1)].map((time) => `${time},77101,88000`)]
      return station.send('/ingest/csv', lines.join('\n'), { 'content-type': 'text/csv' })
    }
    const code = 'time_in_future'
    const rejected = [2, 3].map((index) => ({ index, code, line: 3 }))
    expect((await table(10)).body).toMatchObject({ accepted: 4, rejected })
    await calibrate(2)
    expect((await table(20)).body).toMatchObject({ accepted: 4, rejected })
    await calibrate(1)
    expect((await table(30)).body).toMatchObject({ accepted: 4, rejected })
  })

  it('is named by its line of points', async () => {
    await calibrate(1)
    const lines = [`hive w_v=77101 ${Date.parse('2026-05-10T09:00:00Z')}`, `hive w_v=77101 ${Date.parse(FUTURE)}`]
    const headers = { authorization: `Token  ${station.transmitter.deviceKey}` }
    expect((await station.send('/v2/write?precision=ms', lines.join('\n'), headers)).body).toMatchObject({
      message: 'partial write: line 2: time_in_future dropped=1',
      line: 2,
    })
  })
})
