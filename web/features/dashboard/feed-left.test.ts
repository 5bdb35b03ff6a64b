import { expect, test } from 'vitest'
import { feedLeft } from './feed-left.ts'

test.each([
  { what: 'the weight without the hive', weight: 31.5, emptyWeight: 24, feedStock: 0, left: 7.5 },
  { what: 'no more than was given', weight: 47, emptyWeight: 24, feedStock: 6, left: 6 },
  { what: 'less than was given', weight: 28.5, emptyWeight: 24, feedStock: 6, left: 4.5 },
  { what: 'never less than nothing', weight: 20, emptyWeight: 24, feedStock: 6, left: 0 },
  { what: 'unknown without an empty weight', weight: 20, emptyWeight: 0, feedStock: 6, left: null },
  { what: 'unknown without a weight', weight: null, emptyWeight: 24, feedStock: 6, left: null },
])('feed left is $what', ({ weight, left, ...scale }) => {
  expect(feedLeft(weight, scale)).toBe(left)
})
