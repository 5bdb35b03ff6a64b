import { expect, test } from 'vitest'
import { fieldOf } from '#domain/hives/reading.ts'
import { combineLoadCells } from './combine-load-cells.ts'
import { parseReadings } from './request/parse-readings.ts'

const now = Date.parse('2026-05-10T12:00:00Z') / 1000
const at = (minute: number, channel: number, weight: number, temperature?: number) => ({
  time: `2026-05-10T10:${String(minute).padStart(2, '0')}:00Z`,
  channel,
  weight,
  temperature,
})
const combine = (readings: object[], cells: 2 | 4) => {
  const combined = combineLoadCells(parseReadings(readings, now).rows, cells)
  return {
    scales: combined.parts.map((_, row) =>
      (['channel', 'weight', 'temperature'] as const).map((field) => fieldOf(combined.readings, row, field)),
    ),
    incomplete: combined.incomplete,
  }
}

test('two cells: pairs are summed on channels 1, 2, 4 and 8', () => {
  const readings = [1, 2, 3, 4, 5, 6, 7, 8].map((channel) => at(0, channel, channel))
  expect(combine(readings, 2).scales.map(([channel, weight]) => [channel, weight])).toEqual([
    [1, 3000],
    [2, 7000],
    [4, 11_000],
    [8, 15_000],
  ])
})

test('four cells: two scales on channels 1 and 2, whatever the order', () => {
  const readings = [8, 6, 7, 5, 4, 2, 1, 3].map((channel) => at(0, channel, 10, channel === 2 ? 20 : undefined))
  expect(combine(readings, 4).scales).toEqual([
    [2, 40_000, Number.NaN],
    [1, 40_000, 2000],
  ])
})

test('times are not mixed, and a scale that lacks a cell is reported as incomplete', () => {
  const { scales, incomplete } = combine([at(0, 1, 10), at(0, 2, 11), at(5, 1, 12)], 2)
  expect(scales).toEqual([[1, 21_000, Number.NaN]])
  expect(incomplete).toEqual([2])
})

test('the same cell twice counts once', () => {
  expect(combine([at(0, 1, 10), at(0, 1, 10), at(0, 2, 5)], 2).scales).toEqual([[1, 15_000, Number.NaN]])
})

test('a cell that sends its temperature in a separate row still counts as weighed', () => {
  const { weight: _, ...warm } = at(0, 1, 0, 20)
  expect(combine([warm, at(0, 1, 10), at(0, 2, 11)], 2).scales).toEqual([[1, 21_000, 2000]])
})

test('a broken cell costs the weight of its scale, not the temperature measured with it', () => {
  const { scales, incomplete } = combine([at(0, 1, 10, 34), at(5, 3, 10, 30), at(5, 4, 12), at(5, 1, 9)], 2)
  expect(scales).toEqual([
    [1, Number.NaN, 3400],
    [2, 22_000, 3000],
  ])
  expect(incomplete).toEqual([0, 3])
})

test('a temperature in a row of its own is taken also if a cell is missing', () => {
  const { weight: _, ...warm } = at(0, 2, 0, 20)
  const { rows } = parseReadings([at(0, 1, 10), warm], now)
  expect(combineLoadCells(rows, 2)).toMatchObject({ parts: [[1]], incomplete: [0] })
})
