import { describe, expect, it } from 'vitest'
import { createLocalClock } from '#domain/hives/local-clock.ts'
import { meaningOf } from '../../hives/unknown-fields/known-fields.ts'
import { beeloggerReply, parseBeelogger } from './parse-beelogger.ts'
import { parseBeep } from './parse-beep.ts'
import { messageOfBeepBase, parseBeepBase } from './parse-beep-base.ts'
import { parseCsv } from './parse-csv.ts'
import { parseUplink } from './parse-uplink.ts'
import { readUplink } from './read-uplink.ts'

const time = '2026-05-10T10:00:00.000Z'
const now = Date.parse(time)
const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))

describe('BEEP names', () => {
  it('separate what is in the hive from what is outside', () => {
    const fields = { t: '18.5', h: 61, t_i: 34.6, h_i: '55', weight_kg: '43.215', bv: '3.91', rssi: -71, l: 12, p: 960 }
    expect(parseBeep(fields, now)).toEqual({
      ...{ battery: null, signal: null, softwareVersion: null },
      stations: [{ time, battery: 3.91, signal: -71 }],
      readings: [
        { time, channel: 1, weight: 43.215, temperature: 34.6, humidity: 55 },
        { time, channel: 0, temperature: 18.5, humidity: 61 },
      ],
      raw: [],
    })
  })

  it.each([
    ['1778407200', time],
    [1_778_407_200_000, time],
    ['2026-05-10T12:00:00+02:00', time],
    ['soon', new Date(now + 1).toISOString()],
  ])('take %j as a time', (given, expected) => {
    expect(parseBeep({ t_i: 1, time: given }, now + 1).readings[0]?.time).toBe(expected)
  })

  it.each(['1778407200', '1778407200000', '1778407200000000', '1778407200000000000', 1_778_407_200_000_000])(
    'may give its time as %s',
    (given) => {
      expect(parseBeep({ t_i: 1, time: given }, now + 1000).readings[0]?.time).toBe('2026-05-10T10:00:00.000Z')
    },
  )

  it.each([
    [{ timestamp: 1_778_400_000 }, '2026-05-10T08:00:00.000Z'],
    [{ ts: 1_778_400_000_000 }, '2026-05-10T08:00:00.000Z'],
    [{ time: '', created_at: '2026-05-10T10:00:00+02:00' }, '2026-05-10T08:00:00.000Z'],
    [{ time: '2026-05-10T09:00:00Z', timestamp: 1_778_400_000 }, '2026-05-10T09:00:00.000Z'],
    // greadingsuk/smart-hive-scale, whose readings wait in a file while it has no network
    [{ Timestamp: '2026-05-10T08:00:00Z' }, '2026-05-10T08:00:00.000Z'],
    [{ measuredAt: 1_778_400_000 }, '2026-05-10T08:00:00.000Z'],
    // a route of Blues' Notehub, and a webhook of Particle
    [{ when: 1_778_400_000, body: { humidity: '' } }, '2026-05-10T08:00:00.000Z'],
    [{ event: 'hive', published_at: '2026-05-10T08:00:00.123Z', coreid: 'e00f' }, '2026-05-10T08:00:00.123Z'],
    // Tasmota's, which is local, and does not say where
    [{ Time: '2026-05-10T09:00:00' }, '2026-05-10T10:00:00.000Z'],
    // beside the values, if all are of that time, but not of the last fix
    [{ data: { humidity: '', timestamp: 1_778_400_000 } }, '2026-05-10T08:00:00.000Z'],
    [{ humidity: { value: null, timestamp: 1_778_400_000_000 } }, '2026-05-10T08:00:00.000Z'],
    [{ gps: { time: '2026-05-09T08:00:00Z', lat: 47 } }, '2026-05-10T10:00:00.000Z'],
    [{ a: { humidity: '', ts: 1_778_400_000 }, b: { humidity: '', ts: 1_778_300_000 } }, '2026-05-10T10:00:00.000Z'],
    // seconds since its start, a time to come, and one of an unknown zone
    [{ timestamp: 86_400 }, '2026-05-10T10:00:00.000Z'],
    [{ timestamp: 1_779_000_000 }, '2026-05-10T10:00:00.000Z'],
    [{ datetime: '2026-05-10 09:00:00' }, '2026-05-10T10:00:00.000Z'],
  ])('is of the time in %j', (fields, expected) => {
    const { readings, unknown, faults } = parseBeep({ t_i: 1, ...fields }, now)
    expect([readings, unknown, faults]).toEqual([
      [{ time: expected, channel: 1, temperature: 1 }],
      undefined,
      undefined,
    ])
  })

  it.each([
    [{ w_v: '77101' }, [{ time, channel: 1, raw: 77_101 }]],
    [{ w_fl: 1, w_fr: 2, w_bl: 3, w_br: 4 }, [{ time, channel: 1, raw: 10 }]],
    [{ w_fl: 1, w_fr: 2, w_bl: 3 }, []],
    [
      { w_v_1: 5, w_v_2: 6 },
      [
        { time, channel: 1, raw: 5 },
        { time, channel: 2, raw: 6 },
      ],
    ],
    [{ w_v: 5, weight_kg: 43 }, []],
  ])('keep a weight that needs calibration apart: %j', (fields, raw) => {
    expect(parseBeep(fields, now).raw).toEqual(raw)
  })

  it('take a battery over 100 as millivolts and the first probe as the hive’s, and leave out placeholders of missing sensors', () => {
    expect(parseBeep({ bv: 3140, t_1: 33, t_0: 34, rssi: 5, h: '', t: null }, now)).toMatchObject({
      stations: [{ time, battery: 3.14, signal: 5 }],
      readings: [{ time, channel: 1, temperature: 34 }],
    })
  })
})

describe('the bytes of a BEEP base', () => {
  it('are parsed like its own decoder does', () => {
    expect(parseBeepBase(hex('1B0C4B0C44640A01012D2D040107D6'), 3)).toEqual({
      supplyMillivolts: 3147,
      batteryMillivolts: 3140,
      batteryPercent: 100,
      rawWeights: [77_101],
      temperatures: [20.06],
      climate: undefined,
      clock: undefined,
    })
  })

  it('continue after the sound with the air and the clock; an alarm has one more byte in front', () => {
    const sound = '0C 02 00 FF 0058 0012'
    const bytes = `04 1B 0C4B 0C44 64 0A 02 FFF698 000093 04 02 FF38 0ADD ${sound} 07 0849 1607 03F8 25 5F5B73D2 0A`
    expect(parseBeepBase(hex(bytes), 4)).toMatchObject({
      rawWeights: [-2408, 147],
      temperatures: [-2, 27.81],
      climate: { temperature: 21.21, humidity: 56.39, pressure: 1016 },
      clock: 0x5f5b73d2,
    })
  })

  it.each([
    ['on another port', '1B0C4B0C4464', 2],
    ['of a start-up message', '0100010003000502935CBD', 3],
    ['that are cut off', '1B0C4B', 3],
    ['that are none', '', 3],
  ])('%s are none', (_, bytes, port) => {
    expect(parseBeepBase(hex(bytes), port)).toBeUndefined()
  })

  it('if cut off later, give the parts that are complete; a disconnected sensor gives nothing', () => {
    expect(parseBeepBase(hex('1B0C4B0C44640A02012D2D01'), 3)).toMatchObject({ rawWeights: [], temperatures: [] })
    const unconnected = parseBeepBase(hex('1B0C4B0C44640A00 0400 0C0000FF 07000000000000'), 3)!
    expect(unconnected).toMatchObject({ rawWeights: [], temperatures: [], climate: undefined })
    expect(messageOfBeepBase(unconnected, time)).toMatchObject({ battery: 3.14, readings: [], raw: [] })
  })
})

describe('an uplink of The Things Stack', () => {
  const ids = { end_device_ids: { device_id: 'hive-1', dev_eui: '0004A30B001C0530' } }
  const received_at = '2026-05-10T10:00:00.123456789Z'
  const read = (body: object) => {
    const heard = readUplink(body)
    return heard?.kind === 'uplink' ? parseUplink(heard.uplink, now) : undefined
  }
  const uplink = (fields: object) => read({ ...ids, uplink_message: { f_port: 0, received_at, ...fields } })

  it('has the bytes of a BEEP base, and the signal of its best gateway', () => {
    const frm_payload = Buffer.from(hex('1B0C4B0C44640A01012D2D040107D6')).toString('base64')
    const rx_metadata = [{ rssi: -112 }, { rssi: -97, snr: 4.2 }, {}]
    expect(uplink({ f_port: 3, frm_payload, rx_metadata, decoded_payload: { bytes: [1] } })).toEqual({
      battery: 3.14,
      signal: -97,
      softwareVersion: null,
      stations: [],
      readings: [{ time: '2026-05-10T10:00:00.123Z', channel: 1, temperature: 20.06 }],
      raw: [{ time: '2026-05-10T10:00:00.123Z', channel: 1, raw: 77_101 }],
    })
  })

  it.each([
    [
      { weight: 43.2, temperature: 34, battery: 3.9 },
      { weight: 43.2, temperature: 34 },
    ],
    [
      { Gewicht: 43.2, TempIn: 34, FeuchteIn: 60, VBatt: 3.9 },
      { weight: 43.2, temperature: 34, humidity: 60 },
    ],
    [{ payload_fields: { weight_kg: 43.2, t_i: 34, bv: 3.9 } }, { weight: 43.2, temperature: 34 }],
  ])('has a decoded payload: %j', (decoded_payload, values) => {
    expect(uplink({ decoded_payload })).toMatchObject({
      stations: [{ time: '2026-05-10T10:00:00.123Z', battery: 3.9 }],
      readings: [{ time: '2026-05-10T10:00:00.123Z', channel: 1, ...values }],
    })
  })

  it('may have several hives and the outside air', () => {
    expect(uplink({ decoded_payload: { Gewicht: 40, Gewicht2: 41, TempOut: 18 } })?.readings).toMatchObject([
      { channel: 1, weight: 40 },
      { channel: 2, weight: 41 },
      { channel: 0, temperature: 18 },
    ])
  })

  it('that is not a measurement gives nothing', () => {
    expect(readUplink(ids)).toEqual({ kind: 'other', devEui: '0004A30B001C0530' })
    expect(uplink({ f_port: 0, frm_payload: 'AQ==' })).toBeUndefined()
    expect(uplink({ f_port: 2, frm_payload: 'AQ==' })).toMatchObject({
      readings: [],
      faults: [{ field: 'payload', code: 'payload_not_decoded', value: '01' }],
    })
    expect(uplink({ decoded_payload: { button: true } })).toBeUndefined()
    expect(uplink({ decoded_payload: { battery: 3.9 } })).toMatchObject({ stations: [{ battery: 3.9 }], readings: [] })
  })
})

describe('a beelogger', () => {
  const zurich = createLocalClock({ timeZone: 'Europe/Zurich' })
  const clocks = { standard: createLocalClock({ utcOffsetHours: 1 }), local: zurich }
  const read = (query: Record<string, string>) => parseBeelogger(query, now, clocks)

  it('sends one measurement with a checksum', () => {
    const query = { PW: 'k', T1: '34.50', TO: '18.00', F1: '60.00', FO: '999.99', G1: '43.21', VB: '3.91', ID: 'DUO_1' }
    const sum = 34.5 + 18 + 60 + 999.99 + 43.21 + 3.91
    for (const off of [0, 1, -1]) {
      expect(read({ ...query, C: String(Math.round(sum + 0.5) + off) })).toEqual({
        message: {
          ...{ battery: null, signal: null, softwareVersion: 'DUO_1' },
          stations: [{ time, battery: 3.91 }],
          readings: [
            { time, channel: 1, weight: 43.21, temperature: 34.5, humidity: 60 },
            { time, channel: 0, temperature: 18 },
          ],
          raw: [],
        },
      })
    }
    expect(read({ ...query, C: String(Math.round(sum + 0.5) + 2) })).toEqual({ fault: 'checksum_wrong' })
    expect(read(query)).toEqual({ fault: 'checksum_wrong' })
  })

  it('means no value by 99.9, 999.99, -1 and 999999', () => {
    const query = { T1: '99.9', F1: '-1', G1: '999999', G2: '-1.00', T2: '999.99', F2: '55', VB: '999.99' }
    const sum = 99.9 - 1 + 999_999 - 1 + 999.99 + 55 + 999.99
    expect(read({ ...query, C: String(Math.round(sum + 0.5)) })).toMatchObject({
      message: { stations: [], readings: [{ channel: 2, humidity: 55 }] },
    })
  })

  it('leaves values that are not numbers to the check, which reports them', () => {
    expect(read({ T1: '34', G1: 'nan', C: '35' })).toMatchObject({
      message: { readings: [{ channel: 1, weight: 'nan', temperature: 34 }] },
    })
    expect(read({ M1_Data: '2026/05/10_12:00:00,34,18,60,,0,ovf,3.91' })).toMatchObject({
      message: { readings: [{ channel: 1, weight: 'ovf', temperature: 34 }, { channel: 0 }] },
    })
  })

  it('may use the names of older sketches, and grams', () => {
    expect(read({ Gewicht: '43210', TempIn: '34', Check: '43245', unit: 'g' })).toMatchObject({
      message: { readings: [{ channel: 1, weight: 43.21, temperature: 34 }] },
    })
  })

  it('sends batches with the local time of each record', () => {
    const first = '2026/05/10_11:00:00,34.5,18.0,60.0,70.0,12,43.21,3.91,5.0,0'
    const second = '2026/05/10_12:00:00,34.6,18.5,61.0,71.0,12,43.30,3.90,5.0,0'
    expect(read({ M1_Data: `${first},${second},`, Z: '2' })).toEqual({
      message: {
        ...{ battery: null, signal: null, softwareVersion: null },
        stations: [
          { time: '2026-05-10T09:00:00.000Z', battery: 3.91 },
          { time, battery: 3.9 },
        ],
        readings: [
          { time: '2026-05-10T09:00:00.000Z', channel: 1, weight: 43.21, temperature: 34.5, humidity: 60 },
          { time: '2026-05-10T09:00:00.000Z', channel: 0, temperature: 18, humidity: 70 },
          { time, channel: 1, weight: 43.3, temperature: 34.6, humidity: 61 },
          { time, channel: 0, temperature: 18.5, humidity: 71 },
        ],
        raw: [],
      },
    })
  })

  it.each([
    ['2026-10-25T00:42:00Z', ['00:10', '00:40']],
    ['2026-10-25T01:42:00Z', ['01:10', '01:40']],
  ])('sent at %s tells which hour of autumn its batch is of', (sentAt, expected) => {
    const records = ['02:10', '02:40'].map((time) => `2026/10/25_${time}:00,34,18,60,70,12,43,3.9,5,0`)
    const parsed = parseBeelogger({ M1_Data: records.join(','), Z: '2' }, Date.parse(sentAt), clocks)
    const times = expected.map((time) => `2026-10-25T${time}:00.000Z`)
    expect('message' in parsed && parsed.message.stations.map(({ time }) => time)).toEqual(times)
  })

  it('has a clock without daylight saving if it asks for one', () => {
    const record = '2026/05/10_11:00:00,34.5,18.0,60.0,70.0,12,43.21,3.91,5.0,0'
    expect(read({ M1_Data: record, Z: '1' })).toMatchObject({ message: { readings: [{ time }, { time }] } })
  })

  it('sends batches of several hives, with the temperature of the scale and further sensors', () => {
    const record = '2026/05/10_12:00:00,21.0,34.1,34.2,18.0,61,62,70,12,43.1,43.2,3.9,5.0,0,960,0,1'
    expect(read({ M2_Data: record, A: '1' })).toMatchObject({
      message: {
        stations: [{ time, battery: 3.9 }],
        readings: [
          { channel: 1, weight: 43.1, temperature: 34.1, humidity: 61 },
          { channel: 2, weight: 43.2, temperature: 34.2, humidity: 62 },
          { channel: 0, temperature: 18, humidity: 70 },
        ],
      },
    })
  })

  it('with an invalid time is refused', () => {
    expect(read({ M1_Data: '2026/13/10_12:00:00,1,1,1,1,1,1,1,1,1' })).toEqual({ fault: 'time_invalid' })
  })

  it('loses no record to an invalid time in another', () => {
    const [lost, good] = ['2165/165/165_12:00:00', '2026/05/10_12:00:00'].map(
      (at) => `${at},34,18,60,70,12,43.2,3.9,5,0`,
    )
    expect(read({ M1_Data: `${good},${lost},` })).toMatchObject({
      message: { readings: [{ time, channel: 1, weight: 43.2 }, { time }, { time: '2165/165/165_12:00:00' }, {}] },
    })
  })

  it('gets its interval, and the time if it asks for it', () => {
    const offsets = { standard: 3600, local: 7200 }
    expect(beeloggerReply({}, now, offsets, 60)).toBe('60Aok *')
    expect(beeloggerReply({ Z: '1' }, now, offsets, 60)).toBe(`${now / 1000 + 3600}T60Aok *`)
    expect(beeloggerReply({ Z: '2' }, now, offsets, 360)).toBe(`${now / 1000 + 7200}T360Aok *`)
  })
})

describe('a table', () => {
  const clock = createLocalClock({ timeZone: 'Europe/Zurich' })
  const read = (text: string, query: Parameters<typeof parseCsv>[1] = {}) => {
    const parsed = parseCsv(text, query, clock, now)
    if ('fault' in parsed) return parsed
    const { readings } = parsed.message
    return { readings, lines: readings.map((_, i) => parsed.lineOf(i)) }
  }

  it('has readings of several channels, at the local time of its zone', () => {
    const text =
      '\ufeffTime;weight;weight2;temperature0\r\n10.05.2026 12:00;43,2;;18,5\r\n\r\n10.05.2026 13:00;x;41\r\n'
    expect(read(text)).toEqual({
      readings: [
        { time, channel: 1, weight: 43.2 },
        { time, channel: 0, temperature: 18.5 },
        { time: '2026-05-10T11:00:00.000Z', channel: 1, weight: 'x' },
        { time: '2026-05-10T11:00:00.000Z', channel: 2, weight: 41 },
      ],
      lines: [2, 2, 4, 4],
    })
  })

  it('may say the unit of each row in a column of its own', () => {
    const text =
      'time,weight,unit\n2026-05-10T10:00:00Z,100,lb\n2026-05-10T10:10:00Z,43.2,kg\n2026-05-10T10:20:00Z,43.2,\n'
    const weights = [45.359237, 43.2, 43.2].map((weight) => ({ weight }))
    expect(read(text)).toMatchObject({ readings: weights })
    const named = 'time,weight (kg),weight_unit,temp,temp_unit\n2026-05-10T10:00:00Z,43.2,lb,95,F\n'
    expect(read(named)).toMatchObject({ readings: [{ weight: 43.2, temperature: 35 }] })
  })

  it('makes up no value for a row whose time has another form', () => {
    const other = '2026-05-10T10:00:00Z'
    expect(read(`time,weight\n1778407200,43\n${other},44`, { dateOrder: 'epoch' })).toEqual({
      readings: [
        { time, channel: 1, weight: 43 },
        { time: other, channel: 0 },
      ],
      lines: [2, 3],
    })
  })

  it('may have columns with other names, given in the address', () => {
    const query: Parameters<typeof parseCsv>[1] = {
      time: 'Zeit',
      weight3: 'Gewicht rechts',
      separator: 'tab',
      dateOrder: 'ymd',
      decimal: '.',
    }
    const text = 'Zeit\tGewicht rechts\n2026-05-10T10:00:00Z\t43.2'
    expect(read(text, query)).toMatchObject({ readings: [{ time, channel: 3, weight: 43.2 }], lines: [2] })
  })

  it('may name the channel of each row', () => {
    const text =
      'time,Channel,weight,temp_c,w_v,weight3\n1778407200,1,43.2,34,,\n1778407200,2,12.3,33,,51\n1778407200,4,,,77101,\n'
    const parsed = parseCsv(text, {}, clock, now)
    expect(parsed).toMatchObject({
      message: {
        readings: [
          { time, channel: 1, weight: 43.2, temperature: 34 },
          { time, channel: 2, weight: 12.3, temperature: 33 },
          { time, channel: 3, weight: 51 },
        ],
        raw: [{ time, channel: 4, raw: 77_101 }],
      },
    })
    expect(read('time;Waage;weight\n1778407200;2;12', { channel: 'Waage' })).toMatchObject({
      readings: [{ channel: 2, weight: 12 }],
    })
  })

  it('has values of the transmitter itself if a row names no channel, and an impossible channel stays as it is', () => {
    const text =
      'time,channel,weight,temperature\n1778407200,,43,18\n1778407200,0,,17\n1778407200,9,43,\n1778407200,left,43,\n'
    expect(read(text)).toEqual({
      readings: [
        { time, channel: 0, temperature: 18 },
        { time, channel: 0, weight: 43 },
        { time, channel: 0, temperature: 17 },
        { time, channel: 9, temperature: 0 },
        { time, channel: 'left', temperature: 0 },
      ],
      lines: [2, 2, 3, 4, 5],
    })
  })

  it('leaves a column named channel alone if the owner said what it is', () => {
    const nothing = { ...meaningOf('key')! }
    const device = { scales: new Set<number>(), assigned: new Map([['channel', nothing]]) }
    const parsed = parseCsv('time,channel,weight\n1778407200,6,43', {}, clock, now, device)
    expect(parsed).toMatchObject({ message: { readings: [{ channel: 1, weight: 43 }] } })
  })

  it('has columns with the names of any family, and units', () => {
    const text =
      'time,Gewicht (kg),w_v_2,temp_c,humidity [%],Temperature outside,VBatt,load_1\n1778407200,43.2,77101,34,60,18,3.9,5\n'
    const parsed = parseCsv(text, {}, clock, now)
    expect(parsed).toMatchObject({
      message: {
        stations: [{ time, battery: 3.9 }],
        readings: [
          { time, channel: 1, weight: 43.2, temperature: 34, humidity: 60 },
          { time, channel: 0, temperature: 18 },
        ],
        raw: [{ time, channel: 2, raw: 77_101 }],
        unknown: [{ time, name: 'load_1', value: 5 }],
      },
    })
    expect('fault' in parsed || [0, 1, 2, 3].map(parsed.lineOf)).toEqual([2, 2, 2, undefined])
  })

  it('reads a number as that of a channel, for a thermometer too', () => {
    expect(read('time;temperature2;weight_3\n1778407200;34;41')).toMatchObject({
      readings: [
        { channel: 2, temperature: 34 },
        { channel: 3, weight: 41 },
      ],
    })
  })

  it('may have the day and the time of day in columns of their own', () => {
    const text = 'Datum;Uhrzeit;Gewicht\n10.05.2026;12:00;43,2\n10.05.2026;13:00;43,3\n'
    expect(read(text, { time: 'Datum', weight: 'Gewicht' })).toEqual({
      readings: [
        { time, channel: 1, weight: 43.2 },
        { time: '2026-05-10T11:00:00.000Z', channel: 1, weight: 43.3 },
      ],
      lines: [2, 3],
    })
  })

  it('reveals the order of its dates by all of them, however late the first clear one comes', () => {
    const rows = Array.from({ length: 20 * 24 }, (_, hour) => {
      const [day, clock] = [
        1 + Math.floor(hour / 24),
        `${(hour % 12 || 12).toString()}:00:00 ${hour % 24 < 12 ? 'AM' : 'PM'}`,
      ]
      return `05/${String(day).padStart(2, '0')}/2026 ${clock};42`
    })
    const parsed = read(['time;weight', ...rows].join('\n'))
    expect('readings' in parsed && [parsed.readings[0], parsed.readings.at(-1)]).toMatchObject([
      { time: '2026-04-30T22:00:00.000Z' },
      { time: '2026-05-20T21:00:00.000Z' },
    ])
  })

  it('may begin with the newest row, which tells which hour of autumn it was', () => {
    const rows = ['03:00;45;3.1', '02:30;44;3.2', '02:00;43;3.3', '02:30;42;3.7', '02:00;41;3.8', '01:30;40;3.9']
    const table = (lines: string[]) => ['time;weight;battery', ...lines.map((line) => `25.10.2026 ${line}`)].join('\n')
    const newestFirst = parseCsv(table(rows), {}, clock, now)
    const oldestFirst = parseCsv(table(rows.toReversed()), {}, clock, now)
    if ('fault' in newestFirst || 'fault' in oldestFirst) throw new Error('it is a table')
    expect(newestFirst.message).toEqual(oldestFirst.message)
    expect(newestFirst.message.stations.at(-1)).toEqual({ time: '2026-10-25T02:00:00.000Z', battery: 3.1 })
    expect([0, 5].map(newestFirst.lineOf)).toEqual([7, 2])
  })

  it('may declare its separator in a line of its own', () => {
    expect(read('sep=,\r\ntime,weight\r\n1778407200,43.2\r\nx,43\r\n')).toMatchObject({
      readings: [{ time, channel: 1, weight: 43.2 }, { time: 'x' }],
      lines: [3, 4],
    })
  })

  it('does not take a battery in percent for a voltage', () => {
    const parsed = parseCsv('time;weight;Battery (%)\n1778407200;43;4', {}, clock, now)
    expect(parsed).toMatchObject({ message: { stations: [], readings: [{ time, channel: 1, weight: 43 }] } })
  })

  it.each([
    ['Zeit;weight\n1778407200;43', 'csv_time_column_missing'],
    ['time;load_1\n1778407200;43', 'csv_columns_missing'],
    ['', 'csv_time_column_missing'],
    ['time;weight\n1778407200;"43\n', 'csv_malformed'],
  ])('%j is refused', (text, fault) => {
    expect(read(text)).toMatchObject({ fault })
  })
})
