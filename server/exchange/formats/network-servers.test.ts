import { describe, expect, it } from 'vitest'
import { transmitterStation } from '../../../tests/support/samples/transmitter-station.ts'
import { fieldsOfSenml } from './senml.ts'

const station = transmitterStation()
const devEui = '0004a30b001c0530'
const send = (body: unknown, event = 'up') => station.send(`/ingest/lorawan?event=${event}`, body)
const chirpStack = (more: object) => ({ deviceInfo: { devEui }, time: '2026-05-10T09:00:00+00:00', fPort: 2, ...more })

describe('a network server', () => {
  it('that passes on bytes that nobody decoded is told, and so is the owner', async () => {
    const reply = await send(chirpStack({ data: 'AQIDBA==', rxInfo: [{ rssi: -97 }] }))
    expect(reply).toMatchObject({
      status: 200,
      body: { accepted: 0, leftOut: [{ index: null, field: 'payload', code: 'payload_not_decoded' }] },
    })
    expect(await station.doctor()).toMatchObject({
      state: 'troubled',
      findings: [{ code: 'payloadUndecoded', values: { value: '01020304', count: 1 } }],
    })
    expect(await station.controller()).toMatchObject({ signal: -97 })
  })

  it.each([
    ['base64', Buffer.from(devEui, 'hex').toString('base64'), { objectJSON: '{"weight":43.2,"temperature":34.6}' }],
    ['hex', devEui, { object: { weight: 43.2, temperature: 34.6 } }],
  ])('may be ChirpStack v3, with a DevEUI in %s', async (_, devEUI, decoded) => {
    const uplink = {
      ...{ applicationID: '1', deviceName: 'hive', devEUI, fCnt: 10, fPort: 5, data: 'AQ==', ...decoded },
      rxInfo: [
        { rssi: -97, time: null },
        { rssi: -48, loRaSNR: 9, time: '2026-05-10T09:00:00.048445Z' },
      ],
    }
    // some gateways add no event to the address
    for (const path of ['/ingest/lorawan?event=up', '/ingest/lorawan']) {
      expect((await station.send(path, uplink)).body).toMatchObject({ rejected: [] })
    }
    expect(await station.stored()).toEqual({ 1: { weight: 43.2, temperature: 34.6 } })
    expect(await station.last()).toMatchObject([{ time: '2026-05-10T09:00:00.000Z' }])
    expect(await station.controller()).toMatchObject({ signal: -48 })
    const { body: devices } = await station.anna.get('/lorawan')
    expect(JSON.stringify(devices)).toContain(devEui.toUpperCase())
    for (const [event, body] of [
      ['join', { applicationID: '1', devEUI, devAddr: 'AFE5Qg==' }],
      ['status', { applicationID: '1', devEUI, battery: 88, margin: 5 }],
    ] as const) {
      expect((await send(body, event)).body).toEqual({ accepted: 0, duplicates: 0, rejected: [] })
    }
    const fault = { applicationID: '1', devEUI, type: 'UPLINK_CODEC', error: 'x is not defined' }
    expect((await send(fault, 'error')).body.leftOut).toMatchObject([{ code: 'payload_not_decoded' }])
    const { objectJSON: __, object: ___, ...bytes } = uplink as Record<string, unknown>
    expect((await send({ ...bytes, objectJSON: '' })).body.leftOut).toMatchObject([{ code: 'payload_not_decoded' }])
  })

  it('may be LORIOT, which sends an uplink again with all of its gateways', async () => {
    const ts = Date.parse('2026-05-10T09:00:00Z')
    const said = { EUI: devEui.toUpperCase(), ts, fcnt: 6525, port: 3, freq: 868_300_000, ack: false, bat: 255 }
    const rx = {
      cmd: 'rx',
      ...said,
      seqno: 31,
      rssi: -108,
      snr: 1.2,
      data: '1b0c4b0c44640401' + '0d72' + '0700000000000000',
    }
    expect((await send(rx)).body).toMatchObject({ accepted: 1, rejected: [] })
    expect(await station.controller()).toMatchObject({ battery: 3.14, signal: -108 })
    const gws = [
      { rssi: -106, snr: -4.5, ts, time: '2026-05-10T09:00:00.021Z', gweui: '7076FFFFFF053A13' },
      { rssi: -97, snr: 5, ts, gweui: '7076FFFFFF019BF7' },
    ]
    expect((await send({ ...rx, cmd: 'gw', gws, rssi: undefined })).body).toMatchObject({ accepted: 0, duplicates: 1 })
    expect(await station.last()).toMatchObject([{ time: '2026-05-10T09:00:00.000Z', temperature: 34.42 }])
    const later = { ...said, ts: ts + 600_000, cmd: 'gw', gws, port: 2, data: '01', decoded: { weight_kg: 43.2 } }
    expect((await send(later)).body).toMatchObject({ accepted: 1, rejected: [] })
    expect(await station.controller()).toMatchObject({ signal: -97 })
    const sealed = { ...said, cmd: 'rx', encdata: '0102' }
    expect((await send(sealed)).body.leftOut).toMatchObject([{ field: 'payload', code: 'payload_not_decoded' }])
    for (const cmd of ['txd', 'join', 'geo']) {
      expect((await send({ cmd, EUI: devEui, ts })).body).toEqual({ accepted: 0, duplicates: 0, rejected: [] })
    }
  })

  // github.com/Milesight-IoT/SensorDecoders: retransmitted and stored data
  it('that passes on what a device of Milesight stored meanwhile has each value at its own time', async () => {
    const history = [
      { timestamp: Date.parse('2026-05-10T08:40:00Z') / 1000, temperature: 26.1, humidity: 45 },
      { timestamp: Date.parse('2026-05-10T08:20:00Z') / 1000, temperature: 25.1, humidity: 44 },
    ]
    expect((await send(chirpStack({ object: { history } }))).body).toEqual({ accepted: 2, duplicates: 0, rejected: [] })
    expect(await station.last()).toMatchObject([{ time: '2026-05-10T08:40:00.000Z', temperature: 26.1 }])
    const object = { temperature: 27.2, humidity: 46.5, history }
    expect((await send(chirpStack({ object }))).body).toEqual({ accepted: 1, duplicates: 2, rejected: [] })
    expect(await station.last()).toMatchObject([
      { time: '2026-05-10T09:00:00.000Z', temperature: 27.2, humidity: 46.5 },
    ])
    // a list of anything else is left out by its name, as before
    const other = { temperature: 27.3, history: [{ temperature: 20 }] }
    const { body } = await send(chirpStack({ time: '2026-05-10T09:10:00Z', object: other }))
    expect(body).toMatchObject({ accepted: 1, leftOut: [{ field: 'history', code: 'unknown_key' }] })
  })

  // github.com/dragino/dragino-end-node-decoder: LSN50V2_v1.7.0 reads two bytes of four, LSN50V2_v1.8.0 all of them
  it.each([
    [[0x11, 0x70, 0, 1], 4464, 70],
    [[0x9c, 0x40, 0, 1], -25_536, 105.536],
    [[0x11, 0x70, 0, 1], 70_000, 70],
    [[0x11, 0x70, 0, 0], 4464, 4.464],
    [[0xff, 0xf6, 0xff, 0xff], -10, -0.01],
    [[0x9c, 0x40, 0, 0], -25_536, 40],
    [[0x80, 0, 0, 0], -32_768, 32.768],
    [[0xff, 0xf6, 0, 0], -10, 65.526],
    [[0x11, 0x70, 0x12, 0x34], 4464, 4.464],
  ])('whose decoder for Dragino reads %j as %d g has the whole weight in its payload', async (weight, Weight, kg) => {
    const data = Buffer.from([0x0c, 0xe4, 0, 0xd7, 0, 0, 0x10, ...weight]).toString('base64')
    await send(chirpStack({ data, object: { Work_mode: 'Weight', BatV: 3.3, Weight } }))
    expect(await station.stored()).toEqual({ 1: { weight: kg } })
  })

  it('that passes on Dragino’s load cell converter has its weight in grams', async () => {
    const object = {
      Node_type: 'LCC01-LB',
      BatV: 3.3,
      Actual_Weight_g: 43_215,
      Weight_state: 1,
      Scale_Factor: 1,
      MOD: 1,
    }
    expect((await send(chirpStack({ object }))).body).toEqual({ accepted: 1, duplicates: 0, rejected: [] })
    expect(await station.stored()).toEqual({ 1: { weight: 43.215 } })
  })

  it('that passes on a weight whose unit its maker does not say leaves it to the owner', async () => {
    const flags = { i_flag: 0, s_flag: '11000000', temp_DS18B20: '21.50' }
    await send(chirpStack({ object: { ...flags, BatV: 3.3, Weight1: 43_215, Weight2: 850 } }))
    expect(await station.stored()).toEqual({})
    const path = `/controller/${station.transmitter.id}/field`
    for (const channel of [1, 2]) {
      const meaning = { name: `Weight${channel}`, quantity: 'weight', channel, unit: 'gram' }
      expect((await station.anna.post(path, meaning)).status).toBe(200)
    }
    const time = '2026-05-10T09:30:00Z'
    await send(chirpStack({ time, object: { ...flags, Weight1: 43_300, Weight2: 860 } }))
    expect(await station.stored()).toEqual({ 1: { weight: 43.3 }, 2: { weight: 0.86 } })
  })

  it('whose decoder fails says why', async () => {
    const log = {
      deviceInfo: { devEui },
      level: 'ERROR',
      code: 'UPLINK_CODEC',
      description: 'JS error: x is not defined',
    }
    expect((await send(log, 'log')).body.leftOut).toMatchObject([{ code: 'payload_not_decoded' }])
    expect((await station.doctor()).findings[0].values.value).toBe('JS error: x is not defined')
    const helium = { dev_eui: devEui, hotspots: [], port: 2, payload: 'AQ==', reported_at: 1_778_407_200 }
    const decoded = { status: 'error', error: 'timeout' }
    expect((await send({ ...helium, decoded })).body.leftOut).toMatchObject([{ code: 'payload_not_decoded' }])
  })

  it('is not told to add a decoder for its own traffic', async () => {
    for (const body of [chirpStack({ fPort: 0, data: 'AQ==' }), chirpStack({ data: '' })]) {
      expect((await send(body)).body).toEqual({ accepted: 0, duplicates: 0, rejected: [] })
    }
    expect((await station.doctor()).state).toBe('waiting')
  })

  it('that is unknown, or that identifies a device wrongly, is refused', async () => {
    for (const body of [{}, [], 'text', null, { hotspots: 1 }, [{ n: 'weight', v: 1 }], { data: [] }]) {
      expect(await send(JSON.stringify(body))).toMatchObject({ status: 400, body: { code: 'uplink_unknown' } })
    }
    expect(await send({ ...chirpStack({}), deviceInfo: { devEui: 'hive' } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_body' },
    })
  })

  it('whose message makes no sense still counts as heard, and is told what was left out', async () => {
    const reply = await send(chirpStack({ object: { hives: [{ weight: 43.2 }, { weight: 41 }] } }))
    expect(reply.body).toMatchObject({ accepted: 0, leftOut: [{ field: 'hives', code: 'unknown_key' }] })
    expect(await station.controller()).toMatchObject({ lastUpdate: expect.any(String) })
  })

  it('may send the same uplink again, and with the key of another owner it is theirs', async () => {
    const uplink = chirpStack({ object: { weight: 43.2 } })
    expect((await send(uplink)).body).toMatchObject({ accepted: 1, duplicates: 0 })
    expect((await send(uplink)).body).toMatchObject({ accepted: 0, duplicates: 1 })
    const other = await station.app.claim(await station.app.signIn('other@example.org'))
    const reply = await station.send('/ingest/lorawan', uplink, { authorization: `Bearer ${other.deviceKey}` })
    expect(reply.body).toMatchObject({ accepted: 1, duplicates: 0 })
  })
})

it('Helium’s own Cayenne decoder produces a list, in which pressure is called a humidity in hPa', async () => {
  const payload = [
    { channel: 0, name: 'temperature', type: 103, unit: 'celcius', value: 23 },
    { channel: 1, name: 'humidity', type: 115, unit: 'hPa', value: 991 },
    { channel: 2, name: 'humidity', type: 104, unit: 'percent', value: 31 },
    { channel: 3, last: true, name: 'altitude', type: 121, unit: 'm', value: 180 },
  ]
  const hotspots = [{ rssi: -54 }, { rssi: -51 }]
  const reply = await send({
    dev_eui: devEui,
    hotspots,
    port: 1,
    payload: 'AA==',
    decoded: { status: 'success', payload },
  })
  expect(reply.body).toMatchObject({ accepted: 1, leftOut: [{ field: 'altitude_3' }, { field: 'humidity_2' }] })
  expect(await station.last()).toMatchObject([{ temperature: 23, humidity: null }])
  expect(await station.controller()).toMatchObject({ signal: -51 })
})

describe('SenML', () => {
  const bn = `urn:dev:DEVEUI:${devEui}:`

  it('has base values that hold until they change, and times relative to a base time', () => {
    const pack = [
      { bn, bt: 1_778_407_200, bu: 'Cel', n: 'temperature', v: 20 },
      { n: 'temperature', v: 19, t: -600 },
      { n: 'weight', u: 'g', v: 43_215 },
      { n: 'battery', u: '%EL', v: 88 },
      { n: 'port', v: 2 },
    ]
    expect(fieldsOfSenml(pack)).toEqual({
      base: bn,
      about: new Map([['port', 2]]),
      measured: [
        { time: '2026-05-10T10:00:00.000Z', fields: { temperature: 20, weight: 43.215 } },
        { time: '2026-05-10T09:50:00.000Z', fields: { temperature: 19 } },
      ],
    })
  })

  it('converts kelvin to Celsius, and treats an impossible time as missing', () => {
    const pack = [{ bn, bt: 1e300, n: 'temperature', u: 'K', v: 300.15 }]
    expect(fieldsOfSenml(pack).measured).toEqual([{ time: undefined, fields: { temperature: expect.closeTo(27, 6) } }])
  })

  it('stores each time separately', async () => {
    const pack = [
      { bn, bt: 1_778_403_600, n: 'weight', u: 'kg', v: 43 },
      { n: 'weight', u: 'kg', v: 42.5, t: -600 },
    ]
    expect((await send(pack)).body).toMatchObject({ accepted: 2 })
  })
})

describe('the battery of a device whose maker says when it is to be replaced', () => {
  const codes = async () => (await station.doctor()).findings.map(({ code }: { code: string }) => code)
  it.each([
    [3140, false],
    [2710, false],
    [2690, true],
  ])('at %d mV, empties a BEEP base: %s', async (millivolts, isEmpty) => {
    const battery = [0x1b, 0x0c, 0x4b, millivolts >> 8, millivolts & 0xff, 0x64]
    const data = Buffer.from([...battery, 0x0a, 0x01, 0x01, 0x2d, 0x2d, 0x04, 0x01, 0x07, 0xd6]).toString('base64')
    await send(chirpStack({ fPort: 3, data }))
    expect(await station.controller()).toMatchObject({ battery: millivolts / 1000 })
    expect((await codes()).includes('batteryEmpty')).toBe(isEmpty)
  })

  it('is full at 3.3 V in a device of Dragino, but not in an unknown one that took its place', async () => {
    const object = { TempC1: 21.5, BatV: 3.3 }
    await send(chirpStack({ deviceInfo: { devEui: 'a840411234567890' }, time: '2026-05-08T09:00:00Z', object }))
    expect(await codes()).not.toContain('batteryEmpty')
    await station.anna.post(`/controller/${station.transmitter.id}/lorawan`, { devEui: devEui.toUpperCase() })
    await send(chirpStack({ object }))
    expect(await codes()).toContain('batteryEmpty')
  })
})

describe('a battery whose name does not say its unit', () => {
  const battery = async (value: number) => {
    const { body } = await send(chirpStack({ object: { weight: 40, battery: value } }))
    return [(await station.controller()).battery, body.leftOut?.map(({ code }: { code: string }) => code)]
  }

  it.each([3.91, 12.6, 4, 0])('is in volts: %s', async (value) => {
    expect(await battery(value)).toEqual([value, undefined])
  })

  it.each([6, 16.5, 87, 100, 254])('is not a voltage: %s', async (value) => {
    expect(await battery(value)).toEqual([null, ['battery_percent']])
    expect((await station.doctor()).findings).toMatchObject([{ code: 'batteryPercent', values: { field: 'battery' } }])
  })

  it('is in millivolts from 1000 on', async () => {
    expect(await battery(3910)).toEqual([3.91, undefined])
  })
})
