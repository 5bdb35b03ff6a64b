import { expect, test } from 'vitest'
import { createKeyBudgets, readingsAllowed } from '../hives/readings/key-budgets/key-budgets.ts'
import { createPace } from './create-pace.ts'

test('a history is sent as fast as the server takes it, and no faster', async () => {
  let now = 1000
  const ticks = () => now
  const pace = createPace(readingsAllowed, ticks, async (ms) => {
    now += ms
  })
  const budgets = createKeyBudgets({ readingsADay: 1_000_000 }, ticks)
  const budget = budgets.learn('key', 1)
  for (let sent = 0; sent < 130_500; sent += 4500) {
    await pace(4500)
    budgets.takeReadings(budget, 4500)
  }
  expect(budgets.drain()).toEqual([])
  expect(now).toBe(1000 + (1000 * (130_500 - readingsAllowed.atOnce)) / readingsAllowed.aSecond)
})
