import { expect, test } from 'vitest'
import { DaysToRollUp } from './days-to-roll-up.ts'

const DAY = 86_400

/** How many series each part has, until none is left. */
function parts(series: readonly number[], atOnce: number): number[] {
  const toRollUp = new DaysToRollUp(atOnce)
  series.forEach((days, id) => {
    for (let day = 0; day < days; day++) toRollUp.add(id, day * DAY)
  })
  const sizes: number[] = []
  for (let part = toRollUp.next(); part.length > 0; part = toRollUp.next()) {
    sizes.push(part.length)
    for (const id of part) toRollUp.drop(id)
  }
  expect(toRollUp.size).toBe(0)
  return sizes
}

test('a part ends before it takes long, whether by the number of series or of their days', () => {
  expect(parts(Array(30).fill(1), 50)).toEqual([12, 12, 6])
  expect(parts(Array(8).fill(11), 50)).toEqual([3, 3, 2])
})

test('a series larger than a part is a part by itself, and those that waited longest come first', () => {
  expect(parts([400, 1, 1], 50)).toEqual([1, 2])
  const toRollUp = new DaysToRollUp(8)
  for (const id of [5, 3, 9]) toRollUp.add(id, 0)
  toRollUp.add(9, DAY)
  expect(toRollUp.next()).toEqual([5, 3])
})
