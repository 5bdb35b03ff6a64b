import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDeviceJson } from './device-json.ts'

test.each([
  // String(payload, sizeof payload) on an Arduino, and a buffer that was longer the last time
  ['{"weight": 41.2}\0', { weight: 41.2 }],
  ['{"weight": 41.2}\0.25}', { weight: 41.2 }],
  // printf("%.1f") for a DHT22 that is not connected
  ['{"weight": 41.2, "temperature": nan}', { weight: 41.2, temperature: 'nan' }],
  ['{"t":-nan,"h":inf,"w":-inf}', { t: '-nan', h: 'inf', w: '-inf' }],
  // Python's json.dumps
  ['{"weight": NaN, "a": [Infinity, -Infinity]}', { weight: 'NaN', a: ['Infinity', '-Infinity'] }],
  // a template of Home Assistant for a sensor that is away, and a text put together from one that is not there
  ['{"weight": 41.2, "temperature": None}', { weight: 41.2, temperature: null }],
  ['{"weight": unavailable, "h": unknown}', { weight: 'unavailable', h: 'unknown' }],
  // Arduino's print for a number above 4,294,967,040, as a scale of 0 gives
  ['{"weight": ovf, "raw": -ovf}', { weight: 'ovf', raw: '-ovf' }],
  ['{"weight": 41.2, "t": , "h": undefined, "bv":}', { weight: 41.2, t: null, h: null, bv: null }],
  ['{"a": [1, 2,], "b": 3 ,\r\n}', { a: [1, 2], b: 3 }],
  ['{"a": "1,}:,", "none": None}', { a: '1,}:,', none: null }],
  ['{"name": "nan \\" nan", "nan": NaN}', { name: 'nan " nan', nan: 'NaN' }],
])('%j is read as the device meant it', (text, meant) => {
  expect(parseDeviceJson(text)).toEqual(meant)
})

test.each(['', '\0', '{"weight": ', '{"weight": 41.2} nan', "{'weight': 41.2}", '{"a": banana}', '{"a": "nan'])(
  '%j is not JSON',
  (text) => {
    expect(() => parseDeviceJson(text)).toThrow(SyntaxError)
  },
)

test('valid JSON is read as it is', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseDeviceJson(text)).toEqual(JSON.parse(text))
      expect(parseDeviceJson(`${text}\0`)).toEqual(JSON.parse(text))
    }),
  )
})
