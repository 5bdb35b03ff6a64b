import { expect, it } from 'vitest'
import { changedRows, changeLine } from './change-text.ts'

const asWritten = (field: string) => field

it('says of a change what was and what is', () => {
  const line = changeLine({ drain: 0.3, name: null }, { drain: 0.5, name: 'Bern' }, (field) => field.toUpperCase())
  expect(line).toBe('DRAIN: 0.3 → 0.5, NAME: – → Bern')
})

it('says of what is new or gone only what it is or was', () => {
  expect(changeLine(null, { name: 'Bern', box: [7, 46] }, asWritten)).toBe('name: Bern, box: [7,46]')
  expect(changeLine({ name: 'Bern' }, null, asWritten)).toBe('name: Bern')
  expect(changeLine(null, null, asWritten)).toBe('')
})

it('keeps to one line', () => {
  expect(changeLine(null, { text: 'a'.repeat(100) }, asWritten, 20)).toBe(`text: ${'a'.repeat(14)}…`)
})

it('has a row for every field of either', () => {
  expect(changedRows({ a: 1 }, { b: true })).toEqual([
    { field: 'a', before: '1', after: '–' },
    { field: 'b', before: '–', after: 'true' },
  ])
})
