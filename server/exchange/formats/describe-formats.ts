import { describeRoute } from 'hono-openapi'
import * as v from 'valibot'
import { FormatReply, InfluxError, NamedFields } from '#domain/hives/ingest-message.ts'
import { answered, taken } from '../../platform/http/schemas/answers.ts'
import { influxError } from './take-lines.ts'

const security = [{ deviceKey: [] }]
const tags = ['ingest']

const reply = { accepted: 1, duplicates: 0, rejected: [] }

const number = { type: 'number' } as const
const text = { type: 'string' } as const

const beepBody = taken(NamedFields)

const query = (name: string, description: string, example: string | number, required = false) => ({
  ...{ in: 'query' as const, name, description, required, example },
  schema: typeof example === 'number' ? number : text,
})

const beepWords = {
  200: answered(v.picklist(['subscription expired', 'no-data-to-write']), 'no-data-to-write'),
  201: answered(v.pipe(v.string(), v.startsWith('saved')), 'saved-without-temperature:temperature_unplugged'),
}

export const describeBeep = describeRoute({
  tags,
  security,
  summary: 'Measurements under the names of BEEP’s api/sensors',
  description:
    'JSON, form or query (also GET). key: the device key. Understood: t, h (outside), t_i, t_0 to t_9, h_i (in the hive), weight_kg, w_v, w_v_1, w_v_2 or w_fl w_fr w_bl w_br (before calibration), bv (V, over 100: mV), rssi, time, and the names of other families. channel: of names without a number, if it has a scale. What was left out follows the word: saved-without-temperature:temperature_unplugged. 400: nothing could be used.',
  requestBody: {
    required: true,
    content: { 'application/json': beepBody, 'application/x-www-form-urlencoded': beepBody },
  },
  responses: beepWords,
})

export const describeBeepQuery = describeRoute({
  tags,
  security,
  summary: 'The same as POST, as a query',
  responses: beepWords,
})

const uplink = {
  deviceInfo: { devEui: '0004a30b001c0530' },
  time: '2026-05-10T10:00:00.000+00:00',
  fPort: 1,
  object: { weight_kg: 43.2, temperature: 34.6, battery: 3.91 },
  rxInfo: [{ rssi: -97 }],
}
const uplinkBody = {
  required: true,
  content: { 'application/json': { schema: { type: ['object' as const, 'array' as const] }, example: uplink } },
}
const answeredUplink = { 200: answered(FormatReply, reply) }

export const describeLorawan = describeRoute({
  tags,
  security,
  summary: 'Uplinks from a LoRaWAN network server, as its webhook posts them',
  description:
    'ChirpStack v4 and v3 (JSON), The Things Stack v3, Helium, Actility ThingPark, LORIOT and KPN Things (SenML) are told apart by the document. The network server adds the header Authorization: Bearer with the device key. Used are the fields that its decoder produced, under the names of any family, and the bytes of a BEEP base (ports 3 and 4); for other bytes, leftOut says payload_not_decoded. The first device that uses a key becomes its transmitter; further devices of the same owner are assigned with POST /controller/{id}/lorawan. Joins, acknowledgments and the like are answered with accepted: 0.',
  requestBody: uplinkBody,
  responses: answeredUplink,
})

export const describeTtn = describeRoute({
  tags,
  security,
  summary: 'The same as /ingest/lorawan',
  requestBody: uplinkBody,
  responses: answeredUplink,
})

const beeloggerWords = {
  200: {
    description: 'The time if requested, minutes until the next contact, ok',
    content: { 'text/plain': { schema: text, example: '60Aok *' } },
  },
}

export const describeBeeloggerQuery = describeRoute({
  tags,
  security,
  summary: 'Measurements from a beelogger: one with its checksum, or a batch',
  description:
    'PW is the device key. One: T1 to T7, TO, F1 to F7, FO, G1 to G8, VB and the rest, with C = round(sum + 0.5), at most 1 off. A batch: M1_Data to M7_Data, records that begin with their local time. G_Data, T_Data and Q_Data of the 2018 version. unit=g if weights are in grams.',
  parameters: [
    query('PW', 'The device key', 'a-device-key', true),
    query('T1', 'Temperature in the first hive, °C', 34.6),
    query('F1', 'Humidity in the first hive, %', 61),
    query('G1', 'Weight of the first hive', 43.2),
    query('TO', 'Temperature outside, °C', 18.4),
    query('VB', 'Battery, V', 3.9),
    query('C', 'The checksum', 161),
    query('M1_Data', 'A batch of the first hive', '2026/05/10_12:00:00,34.6,18.4'),
    query('unit', 'g: weights are in grams', 'kg'),
  ],
  responses: beeloggerWords,
})

export const describeBeelogger = describeRoute({
  tags,
  security,
  summary: 'The same as GET, as a form, JSON, or the uplink of a LoRaWAN network',
  responses: beeloggerWords,
})

export const describeJson = describeRoute({
  tags,
  security,
  summary: 'Any JSON, read as set with POST /controller/{id}/json; the key may be in the address',
  requestBody: {
    required: true,
    content: { 'application/json': { schema: {}, example: { scale: 43.2 } } },
  },
  responses: { 200: answered(FormatReply, reply) },
})

export const describeCsv = describeRoute({
  tags,
  security,
  summary: 'A table with a header row, at most 10,000 readings',
  description:
    'Columns time, weight, temperature, humidity with the number of the channel (weight2) or a column channel, and the names of any family; the query may set other column names (weight2=Gewicht), the separator (or tab), the decimal mark, dateOrder (ymd, dmy, mdy, epoch, serial) and the time zone.',
  requestBody: {
    required: true,
    content: { 'text/csv': { schema: text, example: 'time;weight;temperature\n2026-05-10 12:00;43,215;34,6' } },
  },
  responses: {
    200: answered(FormatReply, { ...reply, rejected: [{ index: 3, line: 5, code: 'weight_out_of_range' }] }),
  },
})

/** BEEP's own paths, as used by firmware and webhooks in the field. */
export const describeFixedPath = describeRoute({
  tags,
  security,
  summary: 'The same as /ingest/beep or /ingest/lorawan, depending on the body',
  requestBody: { required: true, content: { 'application/json': beepBody } },
  responses: {
    200: answered(v.union([FormatReply, v.string()]), reply),
    201: answered(v.string(), 'saved'),
  },
})

const partial = influxError('invalid', 'partial write: line 2: missing fields dropped=1', 2)

export const describeWrite = describeRoute({
  tags,
  security,
  summary: 'Points in line protocol, as InfluxDB 2 clients write them; version 1 clients post to /write',
  description:
    'Authorization: Token and the device key; org and bucket are ignored. precision: ns (the default), us, ms, s. A field is identified by its name or, if that is value, by its measurement; a tag hive=2 or channel=2 gives the channel. 204: everything was stored or kept. 400: lists what was not accepted; the rest is stored.',
  requestBody: {
    required: true,
    content: {
      'text/plain': { schema: text, example: 'scales,hive=2 weight=43.215,temperature=34.6 1778407200000000000' },
    },
  },
  responses: {
    204: { description: 'Accepted' },
    400: answered(InfluxError, partial),
    ...Object.fromEntries([401, 403, 413, 415, 429].map((status) => [status, answered(InfluxError)])),
  },
})
