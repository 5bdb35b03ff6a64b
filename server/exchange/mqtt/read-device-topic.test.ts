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
])('the time %s of a state is read like any other', (Time, time) => {
  expect(read({ Time, HX711: { Weight: 41 } })).toMatchObject({ time, channels: new Map([[1, { weight: 41 }]]) })
})

test('a state may say its unit; one that is no number says nothing', () => {
  expect(read({ HX711: { Weight: '41,7 kg' } })).toMatchObject({ channels: new Map([[1, { weight: 41.7 }]]) })
  for (const Weight of ['nan', 'unavailable', '', null, true, {}]) expect(read({ HX711: { Weight } })).toBeUndefined()
})
