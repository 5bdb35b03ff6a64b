import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import type { Alarm, WeightJump } from '#domain/alerts/alarm.ts'
import { keepFlags, keptFlags } from './kept-flags.ts'

const at = (day: number, hour = 12) => new Date(Date.UTC(2026, 4, day, hour)).toISOString()
const jump = (scaleId: number, day: number): WeightJump => ({ scaleId, time: at(day), weightChange: 3, byHand: false })
const alarm = (id: number, scaleId: number, day: number, endedAt: string | null = null): Alarm => ({
  id,
  scaleId,
  controllerId: 1,
  type: 'activity',
  status: 'closed',
  startedAt: at(day),
  detectedAt: at(day, 13),
  endedAt,
  weightChange: null,
  confidence: 1,
  why: [],
  verdict: null,
})
const asked = (scaleIds: number[], fromDay: number, toDay: number) => ({
  scaleIds,
  from: at(fromDay, 0),
  to: at(toDay, 0),
})

let client: QueryClient
beforeEach(() => {
  client = new QueryClient()
})

test('flags seen before are available again, also for some of their scales and days', () => {
  keepFlags(client, 'jumps', asked([1, 2], 1, 10), [jump(1, 2), jump(1, 8), jump(2, 8)])
  expect(keptFlags(client, 'jumps', asked([1], 5, 9))).toEqual([jump(1, 8)])
  expect(keptFlags(client, 'jumps', asked([3], 1, 31))).toEqual([])
})

test('an alarm that began earlier is kept for the days it lasts into', () => {
  keepFlags(client, 'alarms', asked([1], 1, 10), [alarm(5, 1, 2, at(6))])
  expect(keptFlags(client, 'alarms', asked([1], 5, 9)).map(({ id }) => id)).toEqual([5])
  expect(keptFlags(client, 'alarms', asked([1], 7, 9))).toEqual([])
})

test('a newer answer replaces only the flags of its scales and days', () => {
  keepFlags(client, 'alarms', asked([1, 2], 1, 20), [alarm(1, 1, 3), alarm(2, 1, 15), alarm(3, 2, 3)])
  keepFlags(client, 'alarms', asked([1], 1, 10), [])
  expect(keptFlags(client, 'alarms', asked([1, 2], 1, 31)).map(({ id }) => id)).toEqual([2, 3])
  keepFlags(client, 'alarms', asked([2], 1, 10), [{ ...alarm(3, 2, 3), verdict: 'false' }])
  expect(keptFlags(client, 'alarms', asked([2], 1, 31)).map(({ verdict }) => verdict)).toEqual(['false'])
})

test('only the newest flags are kept if there are too many for the device', () => {
  const many = Array.from({ length: 400 }, (_, index) => alarm(index, 1, 1 + (index % 28)))
  keepFlags(client, 'alarms', asked([1], 1, 31), many)
  const kept = keptFlags(client, 'alarms', asked([1], 1, 31))
  expect(kept).toHaveLength(300)
  expect(Math.min(...kept.map(({ startedAt }) => Date.parse(startedAt)))).toBeGreaterThan(Date.parse(at(6, 0)))
})
