import { expect, test } from 'vitest'
import { partsOf } from './parts-of.ts'

test.each([
  [[], []],
  [[1], [[1]]],
  [[1, 2], [[1, 2]]],
  [
    [1, 2, 3, 4, 5],
    [[1, 2], [3, 4], [5]],
  ],
])('%j in twos is %j', (items, parts) => {
  expect([...partsOf(items, 2)]).toEqual(parts)
})
