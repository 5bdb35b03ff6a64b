import { expect, test } from 'vitest'
import { toRappen } from './to-rappen.ts'

test.each([
  ['10', 1000],
  ['0.1', 10],
  ['19,95', 1995],
  ["1'234.50", 123_450],
  ['-25', -2500],
  ['1.005', undefined],
  ['', undefined],
  ['ten', undefined],
  ['1e3', undefined],
  ['99999999', undefined],
])('%j is %j Rappen', (typed, rappen) => {
  expect(toRappen(typed)).toBe(rappen)
})
