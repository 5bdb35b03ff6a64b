import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fieldOf } from '#domain/hives/reading.ts'
import { parseReadings } from './parse-readings.ts'

const now = Date.parse('2026-05-10T12:00:00Z') / 1000
const good = { time: '2026-05-10T10:00:00Z', channel: 1, weight: 43.215, temperature: 34.6, humidity: 61 }

describe('a good reading', () => {
  test('is stored as integers', () => {
    const { rows, rejected } = parseReadings([good], now)
    expect(rejected).toEqual([])
    expect(rows).toEqual({ length: 1, values: new Float64Array([0, 1, now - 7200, 43_215, 3460, 610]) })
  })

  test.each([
    ['a zone other than UTC', { ...good, time: '2026-05-10T12:00:00+02:00' }],
    ['no temperature', { time: good.time, channel: 8, weight: 1 }],
    ['null for what is not there', { ...good, humidity: null, temperature: null }],
    ['the controller itself', { time: good.time, temperature: 12 }],
    ['the controller itself as channel 0', { time: good.time, channel: 0, weight: null, temperature: 12 }],
    ['ten minutes ahead', { ...good, time: '2026-05-10T12:10:00Z' }],
    ['a scale a little below zero', { ...good, weight: -0.4 }],
  ])('may have %s', (_, reading) => {
    expect(parseReadings([reading], now)).toMatchObject({ rejected: [], rows: { length: 1 } })
  })
})

const refusedWhole: [string, unknown][] = [
  ['reading_invalid', 'text'],
  ['reading_invalid', null],
  ['reading_invalid', [[[]]]],
  ['time_invalid', { ...good, time: undefined }],
  ['time_invalid', { ...good, time: 1_778_400_000 }],
  ['time_zone_missing', { ...good, time: '2026-05-10T10:00:00' }],
  ['time_invalid', { ...good, time: '2026-13-40T10:00:00Z' }],
  ['time_invalid', { ...good, time: '2026-02-30T10:00:00Z' }],
  ['time_invalid', { ...good, time: "'; drop table tile; --" }],
  ['time_in_future', { ...good, time: '2026-05-10T12:10:01Z' }],
  ['time_in_future', { ...good, time: '2026-05-10T13:00:00Z' }],
  ['time_in_future', { ...good, time: '9999-12-31T23:59:59Z' }],
  ['time_before_start', { ...good, time: '2015-12-31T23:59:59Z' }],
  ['time_before_start', { ...good, time: '1970-01-01T00:12:00Z' }],
  ['channel_invalid', { ...good, channel: 9 }],
  ['channel_invalid', { ...good, channel: -1 }],
  ['channel_invalid', { ...good, channel: 1.5 }],
  ['channel_invalid', { ...good, channel: '1' }],
  ['channel_invalid', { time: good.time, weight: 3 }],
  ['channel_invalid', { time: good.time, channel: 0, weight: 3 }],
  ['reading_empty', { time: good.time, channel: 1 }],
  ['weight_out_of_range', { time: good.time, channel: 1, weight: 9999 }],
  ['unknown_key', { time: good.time, channel: 1, wieght: 43 }],
]

describe('an unusable reading', () => {
  test.each(refusedWhole)('%s is reported with its index and does not affect the others', (code, reading) => {
    const { rows, rejected, faults } = parseReadings([good, reading, good], now)
    expect(rejected).toEqual([{ index: 1, code }])
    expect(faults).toMatchObject([{ index: 1, code }])
    expect([rows.length, fieldOf(rows, 0, 'index'), fieldOf(rows, 1, 'index')]).toEqual([2, 0, 2])
  })
})

const bad: Record<'weight' | 'temperature' | 'humidity', [string, unknown][]> = {
  weight: [
    ['weight_invalid', '43'],
    ['weight_invalid', Number.NaN],
    ['weight_invalid', Number.POSITIVE_INFINITY],
    ['weight_out_of_range', -20.001],
    ['weight_out_of_range', 1100.001],
    ['weight_out_of_range', 1e300],
  ],
  temperature: [
    ['temperature_unplugged', -127],
    ['temperature_power_on', 85],
    ['temperature_out_of_range', 100.01],
    ['temperature_out_of_range', -999],
    ['temperature_invalid', {}],
    ['temperature_invalid', true],
  ],
  humidity: [
    ['humidity_out_of_range', 100.4],
    ['humidity_out_of_range', -1],
    ['humidity_invalid', '61'],
    ['humidity_invalid', []],
  ],
}

describe('an impossible value', () => {
  const all = Object.entries(bad).flatMap(([field, values]) => values.map(([code, value]) => ({ field, code, value })))
  test.each(all)('$code: $field $value is left out, the rest stays', ({ field, code, value }) => {
    const { rows, rejected, faults } = parseReadings([{ ...good, [field]: value }], now)
    expect(rejected).toEqual([])
    expect(faults).toMatchObject([{ index: 0, channel: 1, field, code, isWhole: false }])
    const kept = (['weight', 'temperature', 'humidity'] as const).filter((name) => {
      return !Number.isNaN(fieldOf(rows, 0, name))
    })
    expect(kept).toEqual(['weight', 'temperature', 'humidity'].filter((name) => name !== field))
  })

  test.each([84.9, 85.01, -55, 100, 0])('does not include %s °C', (temperature) => {
    expect(parseReadings([{ ...good, temperature }], now).faults).toEqual([])
  })

  test('is shown truncated to a line, and not every unknown key is listed', () => {
    const long = parseReadings([{ ...good, weight: 'x'.repeat(10_000) }], now)
    expect(long.faults[0]?.value).toHaveLength(40)
    const keys = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`${'k'.repeat(99)}${i}`, i]))
    const { faults, rows } = parseReadings([{ ...good, ...keys }], now)
    expect([faults.length, faults[0]?.field.length, rows.length]).toEqual([16, 40, 1])
  })
})

test('from any mix of good and bad values exactly the good ones are kept, and exactly the bad ones reported', () => {
  const goodValues = {
    weight: fc.integer({ min: -20_000, max: 1_100_000 }).map((grams) => grams / 1000),
    temperature: fc.integer({ min: -6000, max: 10_000 }).map((centi) => (centi === 8500 ? 0 : centi / 100)),
    humidity: fc.integer({ min: 0, max: 1000 }).map((permille) => permille / 10),
  }
  const field = (name: keyof typeof bad) =>
    fc.oneof(
      goodValues[name].map((value) => ({ value: value as unknown, code: undefined as string | undefined })),
      fc.constantFrom(...bad[name]).map(([code, value]) => ({ value, code: code as string | undefined })),
      fc.constantFrom(undefined, null).map((value) => ({ value: value as unknown, code: undefined })),
    )
  const reading = fc.record({ weight: field('weight'), temperature: field('temperature'), humidity: field('humidity') })
  fc.assert(
    fc.property(fc.array(reading, { maxLength: 12 }), (mix) => {
      const sent = mix.map(({ weight, temperature, humidity }) => {
        return {
          time: good.time,
          channel: 2,
          weight: weight.value,
          temperature: temperature.value,
          humidity: humidity.value,
        }
      })
      const { rows, rejected, faults } = parseReadings(sent, now)
      const names = ['weight', 'temperature', 'humidity'] as const
      const units = { weight: 1000, temperature: 100, humidity: 10 }
      const expected = mix.flatMap((one, index) => {
        const kept = names.map((name) =>
          typeof one[name].value === 'number' && !one[name].code
            ? Math.round((one[name].value as number) * units[name])
            : Number.NaN,
        )
        return kept.every(Number.isNaN) ? [] : [[index, 2, now - 7200, ...kept]]
      })
      const stored = Array.from({ length: rows.length }, (_, row) => [...rows.values.subarray(row * 6, row * 6 + 6)])
      expect(stored).toEqual(expected)
      expect(rejected.map(({ index }) => index)).toEqual(
        mix.map((_, index) => index).filter((index) => !expected.some(([kept]) => kept === index)),
      )
      const named = mix.flatMap((one, index) =>
        names.flatMap((name) => (one[name].code ? [{ index, field: name as string, code: one[name].code }] : [])),
      )
      const told = faults.filter(({ isWhole }) => !isWhole).map(({ index, field, code }) => ({ index, field, code }))
      expect(told).toEqual(named)
    }),
  )
})
