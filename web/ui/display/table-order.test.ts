import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextSort, sortRows } from './table-order.ts'

it('reverses a column that is pressed again', () => {
  const first = nextSort(undefined, 'name')
  expect(first).toEqual({ column: 'name', direction: 'ascending' })
  expect(nextSort(first, 'name').direction).toBe('descending')
  expect(nextSort(nextSort(first, 'name'), 'name').direction).toBe('ascending')
  expect(nextSort(first, 'weight')).toEqual({ column: 'weight', direction: 'ascending' })
})

it.each([
  ['ascending', ['Äpfel', 'Hive 2', 'Hive 10', null]],
  ['descending', ['Hive 10', 'Hive 2', 'Äpfel', null]],
] as const)('sorts words %s naturally, with missing ones last', (direction, expected) => {
  expect(sortRows(['Hive 10', null, 'Äpfel', 'Hive 2'], (row) => row, direction, 'de')).toEqual(expected)
})

it('keeps every row, orders numbers and leaves its input alone', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer(), { nil: null })), (rows) => {
      const before = [...rows]
      const sorted = sortRows(rows, (row) => row, 'ascending', 'en')
      const numbers = rows.filter((row) => row !== null).sort((a, b) => a - b)
      expect(sorted).toEqual([...numbers, ...rows.filter((row) => row === null)])
      expect(rows).toEqual(before)
    }),
  )
})
