import { expect, test } from 'vitest'
import { valueAt } from '#domain/exchange/json-path.ts'
import { eachPathOf, namedPathsOf } from './json-ways.ts'

const document = {
  at: '2026-05-10T10:00:00Z',
  values: [
    { value_type: 'temperature', value: '34.6', at: '2026-05-10T09:59:00Z', sensor_id: 7 },
    { value_type: 'weight', value: '41.7', at: '2026-05-10T09:58:00Z', sensor_id: 9 },
    { value_type: 'state', value: 'ok', at: '2026-05-10T09:57:00Z', sensor_id: 9 },
  ],
  readings: [
    { t: 1_778_400_000, w: 40, state: 'ok' },
    { t: 1_778_400_600, w: 41, state: 'ok' },
  ],
}

test('a value is found by what identifies its element, not by times and measurements', () => {
  expect(namedPathsOf(document, ['values', 1, 'value'])).toEqual([
    { member: 'value_type', value: 'weight', path: '/values/~3value_type=weight/value' },
  ])
  expect(namedPathsOf(document, ['values', 0, 'value']).map(({ member }) => member)).toEqual([
    'value_type',
    'sensor_id',
  ])
  for (const { path } of namedPathsOf(document, ['values', 0, 'value'])) expect(valueAt(document, path)).toBe('34.6')
})

test('a value outside of lists, one that all elements share, and the element itself have no named path', () => {
  for (const way of [['at'], ['readings', 0, 'w'], ['values', 0], ['values', 0, 'value_type', 'x'], ['none', 3, 'x']]) {
    expect(namedPathsOf(document, way).filter(({ path }) => path.startsWith('/readings'))).toEqual([])
  }
  expect(namedPathsOf(document, ['at'])).toEqual([])
  expect(namedPathsOf([1, 2], [0])).toEqual([])
  expect(namedPathsOf([null, { type: 'w', v: 1 }], [1, 'v'])).toHaveLength(1)
  expect(eachPathOf(['readings', 0, 'w'])).toBe('/readings/*/w')
})
