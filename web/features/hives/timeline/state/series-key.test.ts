import { expect, test } from 'vitest'
import type { Scale } from '#domain/hives/scale.ts'
import { ownSeries, parseSeriesKey } from './series-key.ts'

test.each([
  ['weight', 'weight'],
  ['thermometer', 'temperature'],
  ['humidity', 'humidity'],
  // of a newer server
  ['barometer', 'weight'],
])('the own curve of a sensor of type %s is its %s, and its name can be read', (type, column) => {
  expect(parseSeriesKey(ownSeries({ id: 12, type: type as Scale['type'] }))).toEqual({ seriesId: 12, column })
})
