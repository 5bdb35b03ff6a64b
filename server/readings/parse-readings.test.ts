import { describe, expect, test } from 'vitest'
import { fieldOf } from '#domain/reading.ts'
import { parseReadings } from './parse-readings.ts'

const now = Date.parse('2026-05-10T12:00:00Z') / 1000
const good = { time: '2026-05-10T10:00:00Z', channel: 1, weight: 43.215, temperature: 34.6, humidity: 61 }

describe('a good reading', () => {
  test('is kept in integers', () => {
    const { rows, rejected } = parseReadings([good], now)
    expect(rejected).toEqual([])
    expect(rows).toEqual({ length: 1, values: new Float64Array([0, 1, now - 7200, 43_215, 3460, 610]) })
  })

  test.each([
    ['a zone other than UTC', { ...good, time: '2026-05-10T12:00:00+02:00' }],
    ['no temperature', { time: good.time, channel: 8, weight: 1 }],
    ['null for what is not there', { ...good, humidity: null, temperature: null }],
    ['the controller itself', { time: good.time, temperature: 12 }],
    ['ten minutes ahead', { ...good, time: '2026-05-10T12:10:00Z' }],
    ['a scale a little below zero', { ...good, weight: -0.4 }],
  ])('may have %s', (_, reading) => {
    expect(parseReadings([reading], now)).toMatchObject({ rejected: [], rows: { length: 1 } })
  })
})

describe('a bad reading', () => {
  test.each([
    ['reading_invalid', 'text'],
    ['reading_invalid', null],
    ['reading_invalid', [[[]]]],
    ['unknown_key', { ...good, wieght: 3 }],
    ['time_invalid', { ...good, time: undefined }],
    ['time_invalid', { ...good, time: 1_778_400_000 }],
    ['time_invalid', { ...good, time: '2026-05-10T10:00:00' }],
    ['time_invalid', { ...good, time: '2026-13-40T10:00:00Z' }],
    ['time_invalid', { ...good, time: "'; drop table tile; --" }],
    ['time_in_future', { ...good, time: '2026-05-10T12:10:01Z' }],
    ['time_in_future', { ...good, time: '9999-12-31T23:59:59Z' }],
    ['time_before_start', { ...good, time: '2015-12-31T23:59:59Z' }],
    ['channel_invalid', { ...good, channel: 9 }],
    ['channel_invalid', { ...good, channel: -1 }],
    ['channel_invalid', { ...good, channel: 1.5 }],
    ['channel_invalid', { ...good, channel: '1' }],
    ['channel_invalid', { time: good.time, weight: 3 }],
    ['weight_invalid', { ...good, weight: '43' }],
    ['weight_invalid', { ...good, weight: Number.NaN }],
    ['weight_invalid', { ...good, weight: Number.POSITIVE_INFINITY }],
    ['weight_out_of_range', { ...good, weight: -20.001 }],
    ['weight_out_of_range', { ...good, weight: 1100.001 }],
    ['weight_out_of_range', { ...good, weight: 1e300 }],
    ['temperature_out_of_range', { ...good, temperature: 101 }],
    ['temperature_out_of_range', { ...good, temperature: {} }],
    ['humidity_out_of_range', { ...good, humidity: 100.1 }],
    ['reading_empty', { time: good.time, channel: 1 }],
  ])('%s is told with its place and costs none beside it', (code, reading) => {
    const { rows, rejected } = parseReadings([good, reading, good], now)
    expect(rejected).toEqual([{ index: 1, code }])
    expect([rows.length, fieldOf(rows, 0, 'index'), fieldOf(rows, 1, 'index')]).toEqual([2, 0, 2])
  })
})
