import { expect, test } from 'vitest'
import { readDeviceTopic } from './read-device-topic.ts'

const topic = 'tele/hive/SENSOR'
const mapping = {
  topic,
  imei: '1',
  channel: 1,
  quantity: 'weight' as const,
  value: 'HX711.Weight',
  time: 'Time',
  factor: 1,
}
const read = (said: unknown) => readDeviceTopic([mapping], topic, JSON.stringify(said))[0]

test.each([
  ['2026-05-10T12:00:00+02', Date.parse('2026-05-10T10:00:00Z')],
  ['2026-05-10T10:00:00Z', Date.parse('2026-05-10T10:00:00Z')],
  ['2026-05-10T10:00:00', undefined],
  ['2026-02-30T10:00:00Z', undefined],
  [1_778_407_200, Date.parse('2026-05-10T10:00:00Z')],
  ['1778407200', Date.parse('2026-05-10T10:00:00Z')],
  [1_778_407_200_500, Date.parse('2026-05-10T10:00:00.500Z')],
  [86_400, undefined],
])('the time %s of a state is read like any other', (Time, time) => {
  expect(read({ Time, HX711: { Weight: 41 } })).toMatchObject({ time, channels: new Map([[1, { weight: 41 }]]) })
})

test('a state may say its unit; one that is no number says nothing', () => {
  expect(read({ HX711: { Weight: '41,7 kg' } })).toMatchObject({ channels: new Map([[1, { weight: 41.7 }]]) })
  for (const Weight of ['nan', 'unavailable', '', null, true, {}]) expect(read({ HX711: { Weight } })).toBeUndefined()
})

test.each([
  ['weight', 1, '95.2 lb', 43.18],
  ['weight', 1, '41700 g', 41.7],
  ['weight', 0.45359237, '95.2 lb', 43.18],
  ['weight', 1, '41.7 units', 41.7],
  ['temperature', 1, '93.2 °F', 34],
  ['battery', 1, '3910 mV', 3.91],
  ['battery', 1, '87 %', undefined],
  ['battery', 1, '3.9', 3.9],
] as const)('a %s with the factor %s that says %s is %s', (quantity, factor, Weight, expected) => {
  const [said] = readDeviceTopic([{ ...mapping, quantity, factor }], topic, JSON.stringify({ HX711: { Weight } }))
  const value = quantity === 'battery' ? said?.battery : said?.channels.get(1)?.[quantity]
  expect(value).toEqual(expected === undefined ? undefined : expect.closeTo(expected, 2))
})

test.each([
  [{ DS18B20: { Temperature: 68 }, TempUnit: 'F' }, 1, 20],
  [{ DS18B20: { Temperature: 20 }, TempUnit: 'C' }, 1, 20],
  [{ DS18B20: { Temperature: 20 }, TempUnit: 'F' }, 0.5, 10],
  [{ DS18B20: { Temperature: '20 °C' }, TempUnit: 'F' }, 1, 20],
  [{ DS18B20: { Temperature: 20, unit: 'hive' } }, 1, 20],
])('%j with the factor %s is %s °C', (said, factor, temperature) => {
  const ofProbe = { ...mapping, quantity: 'temperature' as const, value: 'DS18B20.Temperature', factor }
  const [values] = readDeviceTopic([ofProbe], topic, JSON.stringify(said))
  expect(values?.channels.get(1)).toEqual({ temperature })
})
