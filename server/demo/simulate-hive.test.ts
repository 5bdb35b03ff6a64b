import { expect, test } from 'vitest'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { type DemoHive, simulateHive } from './simulate-hive.ts'

const hive: DemoHive = { seed: 11, name: 'Linde', startKg: 42, strength: 1, swarms: [], work: [] }
const utc = (text: string) => Date.parse(`${text}Z`) / 1000

test('the weight of an undisturbed hive never jumps, whatever the time of day it started', () => {
  const since = utc('2026-05-01T17:20:00')
  const hiveAt = simulateHive(hive, since)
  const steps: number[] = []
  for (let time = since; time < since + 20 * DAY_SECONDS; time += 600) {
    steps.push(Math.abs(hiveAt(time + 600).weight - hiveAt(time).weight))
  }
  expect(Math.max(...steps)).toBeLessThan(0.3)
})

test('a hive eats its stores in winter, collects in May and July, and keeps its brood warm', () => {
  const hiveAt = simulateHive(hive, utc('2025-01-01T00:00:00'))
  const gain = (from: string, to: string) =>
    hiveAt(utc(`${to}T00:00:00`)).weight - hiveAt(utc(`${from}T00:00:00`)).weight
  for (const year of [2025, 2026]) {
    expect(gain(`${year}-01-02`, `${year}-04-01`)).toBeLessThan(-4)
    expect(gain(`${year}-04-20`, `${year}-06-01`)).toBeGreaterThan(8)
    expect(gain(`${year}-06-15`, `${year}-07-20`)).toBeGreaterThan(8)
    expect(gain(`${year}-08-01`, `${year}-10-01`)).toBeLessThan(-2)
  }
  expect(hiveAt(utc('2026-06-01T12:00:00')).temperature).toBeGreaterThan(34)
  expect(hiveAt(utc('2026-01-10T12:00:00')).temperature).toBeLessThan(25)
})

test('what leaves or is done changes the weight by just that, at once or within minutes', () => {
  const at = utc('2026-06-02T12:00:00')
  const work = { at: at + 3600, kg: -11, label: 'harvest', amount: 11, detail: null } as const
  const since = utc('2026-01-01T00:00:00')
  const [with_, without] = [
    simulateHive({ ...hive, swarms: [{ at, kg: 2 }], work: [work] }, since),
    simulateHive(hive, since),
  ]
  const difference = (time: number) => Math.round((with_(time).weight - without(time).weight) * 100) / 100
  expect([at, at + 1800, at + 3600].map(difference)).toEqual([0, -2, -13])
})
