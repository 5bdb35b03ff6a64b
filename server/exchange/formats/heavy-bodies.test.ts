import { expect, it } from 'vitest'
import { transmitterStation } from '../../../tests/support/samples/transmitter-station.ts'

const station = transmitterStation()

const MEGABYTE = 1_000_000
const repeated = (text: string, bytes = MEGABYTE) => text.repeat(Math.floor(bytes / text.length))
const numbered = (count: number, make: (n: number) => string, between: string) =>
  Array.from({ length: count }, (_, n) => make(n)).join(between)
const csv = { 'content-type': 'text/csv' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }
const minute = (n: number) => new Date(Date.parse('2026-05-01T00:00:00Z') + n * 60_000).toISOString()

// each of these once blocked the whole server for seconds to hours
const bodies: Record<string, [path: string, body: string, headers: Record<string, string>, status: number]> = {
  'a point with tags and fields without end': [
    '/v2/write',
    `a,${numbered(50_000, (n) => `t${n}=1`, ',')} ${numbered(50_000, (n) => `f${n}=1`, ',')}`,
    {},
    400,
  ],
  'a measurement with a name without end': [
    '/v2/write',
    `${repeated('a', 500_000)} ${numbered(40_000, (n) => `f${n}=1`, ',')}`,
    {},
    400,
  ],
  'many fields at one time': ['/v2/write', numbered(9000, (n) => `m${n} a=1,b=2 1767225600`, '\n'), {}, 400],
  'points without end': ['/v2/write?precision=s', numbered(50_000, (n) => `m a=1 ${1767225600 + n}`, '\n'), {}, 413],
  'a table of columns without end': [
    '/ingest/csv',
    `time,${repeated('a,', 500_000)}\n${repeated('1\n', 500_000)}`,
    csv,
    413,
  ],
  'a column with a name without end': [
    '/ingest/csv',
    `time,weight,${repeated('a B', 400_000)}\n${numbered(9000, (n) => `${minute(n)},1,1`, '\n')}`,
    csv,
    200,
  ],
  'rows without end': ['/ingest/csv', `time,weight\n${numbered(20_000, (n) => `${minute(n)},1`, '\n')}`, csv, 413],
  'raw weights without end': ['/ingest/csv', `time,w_v\n${numbered(20_000, (n) => `${minute(n)},1`, '\n')}`, csv, 413],
  'rows that are all no times': ['/ingest/csv', `time,weight\n${numbered(9000, () => 'x,1', '\n')}`, csv, 200],
  'a batch of records without end': ['/ingest/beelogger', `PW=KEY&M1_Data=${repeated('/,', 999_000)}`, form, 413],
  'names without end in a form': ['/ingest/beep', numbered(90_000, (n) => `a${n}=1`, '&'), form, 201],
  'a name without end in a form': ['/ingest/beep', `${repeated('a.B-', 900_000)}=1&weight=40`, form, 201],
  'names without end in one reading': [
    '/ingest',
    `{"imei":"IMEI","imsi":"IMSI","readings":[{"time":"2026-01-01T00:00:00Z","channel":1,"weight":40,${numbered(70_000, (n) => `"a${n}":1`, ',')}}]}`,
    json,
    200,
  ],
  'unknown names in each reading': [
    '/ingest',
    `{"imei":"IMEI","imsi":"IMSI","readings":[${numbered(9000, (n) => `{"time":"${minute(n)}","channel":1,"a":1,"b":2,"c":3,"d":4}`, ',')}]}`,
    json,
    200,
  ],
  'gateways without end': [
    '/ingest/lorawan',
    `{"end_device_ids":{"dev_eui":"70B3D57ED005B4AA"},"uplink_message":{"f_port":2,"decoded_payload":{"weight_kg":40},"rx_metadata":[${numbered(5000, () => '{"rssi":1}', ',')}]}}`,
    json,
    200,
  ],
}

it.each(Object.entries(bodies))('answers %s, and goes on', async (_name, [path, body, headers, status]) => {
  const { imei, imsi, deviceKey } = station.transmitter
  const filled = body.replace('IMEI', imei).replace('IMSI', imsi).replace('KEY', deviceKey)
  const answer = await station.send(path, filled, {
    ...headers,
    'content-length': String(filled.length),
  })
  expect({ status: answer.status, bytes: JSON.stringify(answer.body ?? '').length < 500_000 }).toEqual({
    status,
    bytes: true,
  })
  const time = '2026-05-10T09:50:00Z'
  const next = await station.send('/ingest', { imei, imsi, readings: [{ time, channel: 1, weight: 41 }] })
  expect(next).toMatchObject({ status: 200, body: { accepted: 1 } })
})
