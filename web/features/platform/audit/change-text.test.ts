import { expect, it } from 'vitest'
import { changedRows, changeLine } from './change-text.ts'

const money = (rappen: number) => `CHF ${rappen / 100}`
const asWritten = { nameOf: (field: string) => field, money }

it('shows the old and the new value of a change', () => {
  const shouted = { nameOf: (field: string) => field.toUpperCase(), money }
  const line = changeLine({ drain: 0.3, name: null }, { drain: 0.5, name: 'Bern' }, shouted)
  expect(line).toBe('DRAIN: 0.3 → 0.5, NAME: – → Bern')
})

it('shows only the one value of something added or removed', () => {
  expect(changeLine(null, { name: 'Bern', box: [7, 46] }, asWritten)).toBe('name: Bern, box: [7,46]')
  expect(changeLine({ name: 'Bern' }, null, asWritten)).toBe('name: Bern')
  expect(changeLine(null, null, asWritten)).toBe('')
})

it('is limited to one line', () => {
  expect(changeLine(null, { text: 'a'.repeat(100) }, asWritten, 20)).toBe(`text: ${'a'.repeat(14)}…`)
})

it('has a row for every field of either side', () => {
  expect(changedRows({ a: 1 }, { b: true }, money)).toEqual([
    { field: 'a', before: '1', after: '–' },
    { field: 'b', before: '–', after: 'true' },
  ])
})

it('shows the amounts of an order as money', () => {
  expect(changeLine({ paid: 0 }, { paid: 18_000 }, asWritten)).toBe('paid: CHF 0 → CHF 180')
  expect(changedRows({ discount: null }, { discount: 50 }, money)).toEqual([
    { field: 'discount', before: '–', after: 'CHF 0.5' },
  ])
})
