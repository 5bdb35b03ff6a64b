import { expect, test } from 'vitest'
import { weightAt } from './simulate-hive.ts'

test('the weight of an undisturbed hive never jumps, whatever the time of day it started', () => {
  const hive = { seed: 11, weather: 99, name: 'Linde', startKg: 31, flowKgPerDay: 0.9, swarms: [], harvests: [] }
  const since = Date.parse('2026-05-01T17:20:00Z') / 1000
  const steps: number[] = []
  for (let time = since; time < since + 20 * 86_400; time += 600) {
    steps.push(Math.abs(weightAt(hive, time + 600, since, 1) - weightAt(hive, time, since, 1)))
  }
  expect(Math.max(...steps)).toBeLessThan(0.3)
})
