import { expect, test } from 'vitest'
import type { UnknownField } from '#domain/hives/unknown-field.ts'
import { suggestMeaning } from './suggest-meaning.ts'

const field = (name: string, meaning: UnknownField['meaning'] = null): UnknownField => ({
  ...{ name, lastValue: 20, lastAt: '2026-05-10T10:00:00Z' },
  meaning,
})
const buche = ['buche_weight', 'buche_temperature', 'buche_humidity', 'buche_raw_weight'].map((name) => field(name))

test.each([
  ['the first scale', 'x7', [field('x7')], [], 'weight', 1],
  ['the scale of a second device', 'buche_weight', buche, [1], 'weight', 2],
  ['its temperature, which belongs to that scale', 'buche_temperature', buche, [1], 'temperature', 2],
  ['its humidity', 'buche_humidity', buche, [1, 2, 4], 'humidity', 3],
  ['its weight before calibration', 'buche_raw_weight', buche, [1], 'rawWeight', 2],
  [
    'what else it sends, once its weight is known',
    'buche_temperature',
    [field('buche_weight', { quantity: 'weight', channel: 5, unit: 'as_is' }), field('buche_temperature')],
    [1, 5],
    'temperature',
    5,
  ],
  [
    'a third device, before the scale of the second shows',
    'eiche_weight',
    [field('buche_weight', { quantity: 'weight', channel: 2, unit: 'as_is' }), field('eiche_weight')],
    [1],
    'weight',
    3,
  ],
  ['a thermometer at the only scale', 'brood_temp', [field('brood_temp')], [1], 'temperature', 1],
  ['a thermometer at a scale on another channel', 'brood_temp', [field('brood_temp')], [3], 'temperature', 3],
  ['a letter after a device', 'node2_t', [field('node2_t')], [1], 'temperature', 1],
  ['a name in capitals', 'Buche_Weight', [field('Buche_Weight')], [1], 'weight', 2],
  ['a scale, if all channels have one', 'new_kg', [field('new_kg')], [1, 2, 3, 4, 5, 6, 7, 8], 'weight', 1],
  ['a battery', 'node2_vbat', [field('node2_vbat')], [1], 'battery', 1],
  ['a signal', 'node2_rssi', [field('node2_rssi')], [1], 'signal', 1],
] as const)('suggests %s', (_, name, fields, taken, quantity, channel) => {
  expect(suggestMeaning(name, fields, taken)).toEqual({ quantity, channel })
})
