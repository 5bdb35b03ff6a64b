import { describe, expect, it } from 'vitest'
import type { ImportMapping } from '#domain/hives/import.ts'
import { ABSENT } from '#domain/hives/tiles/timeline-tile.ts'
import { createReadingReader } from './read-reading.ts'

const NOW = Date.parse('2026-06-01T00:00:00Z') / 1000

const read = (cells: string[], changes: Partial<ImportMapping> = {}) =>
  createReadingReader(
    {
      separator: ';',
      hasHeader: true,
      decimal: '.',
      dateOrder: 'ymd',
      zone: 'UTC',
      timeColumn: 0,
      clockColumn: null,
      unit: 'kg',
      temperatureUnit: 'C',
      columns: [
        { column: 1, scaleId: 7, quantity: 'weight' },
        { column: 2, scaleId: 7, quantity: 'temperature' },
        { column: 3, scaleId: 7, quantity: 'humidity' },
      ],
      ...changes,
    },
    NOW,
    0,
  )(cells, 2)

const time = '2026-05-10 10:00'
const found = (...row: Parameters<typeof read>) => {
  const [reading] = read(...row).readings
  return reading && [reading.weight, reading.temperature, reading.humidity]
}

describe('units', () => {
  it('are those of the table', () => {
    expect(found([time, '95', '95', '61'], { unit: 'lb', temperatureUnit: 'F' })).toEqual([43_091, 3500, 610])
    expect(found([time, '95', '35', '61'])).toEqual([95_000, 3500, 610])
  })

  it('behind a number count for this number', () => {
    expect(found([time, '950 g', '95 °F', '61 %'])).toEqual([950, 3500, 610])
    expect(found([time, '95 lbs', '35C', '61%'], { temperatureUnit: 'F' })).toEqual([43_091, 3500, 610])
    expect(found([time, '', '', '61 %'])).toEqual([ABSENT, ABSENT, 610])
  })

  it('of another quantity are faults', () => {
    const { readings, faults } = read([time, '43 %', '35 kg', '61 °C'])
    expect(readings).toEqual([])
    expect(faults.map(({ code }) => code)).toEqual(['weight_invalid', 'temperature_invalid', 'humidity_invalid'])
  })
})

it('a row of nothing but separators is no fault', () => {
  expect(read(['', '', '', ''])).toEqual({ readings: [], faults: [] })
  expect(read(['', '43', '', '']).faults).toMatchObject([{ code: 'time_missing' }])
})

it('the hour that occurs twice in autumn is told apart for each hive, wherever its rows stand', () => {
  const hives = ['Linde', 'Ahorn'].map((name, i) => ({ cells: [name], scaleId: 7 + i }))
  const reader = createReadingReader(
    {
      separator: ';',
      hasHeader: true,
      decimal: '.',
      dateOrder: 'ymd',
      zone: 'Europe/Zurich',
      timeColumn: 0,
      clockColumn: null,
      unit: 'kg',
      temperatureUnit: 'C',
      columns: [{ column: 1, scaleId: 7, quantity: 'weight' }],
      names: { columns: [2], rows: hives },
    },
    NOW,
    0,
  )
  const clock = ['01:30', '02:00', '02:30', '02:00', '02:30', '03:00']
  const rows = [
    ...['2025-10-20 02:30', ...clock.map((time) => `2025-10-26 ${time}`)].map((time) => [time, '43', 'Linde']),
    ...['2025-10-20 02:30', ...clock.map((time) => `2025-10-26 ${time}`)].map((time) => [time, '31', 'Ahorn']),
    ['2025-10-26 02:30', '20', 'Esche'],
  ]
  const readings = rows.flatMap((cells, i) => reader(cells, i).readings)
  const timesOf = (scale: number) =>
    readings.filter(({ scaleId }) => scaleId === scale).map(({ time }) => new Date(time * 1000).toISOString())
  expect(timesOf(7).slice(1)).toEqual(
    ['23:30', '00:00', '00:30', '01:00', '01:30', '02:00'].map(
      (time, i) => `2025-10-${i === 0 ? 25 : 26}T${time}:00.000Z`,
    ),
  )
  expect(timesOf(8)).toEqual(timesOf(7))
  expect(readings).toHaveLength(14)
})
