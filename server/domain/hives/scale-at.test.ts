import { expect, test } from 'vitest'
import type { ScaleState } from './scale.ts'
import { scaleAt } from './scale-at.ts'

const NOON = Date.parse('2026-05-10T12:00:00Z')
const HOUR = 3600_000
const scale = (id: number, state: ScaleState, until: number | null = null, channel = 1) => ({
  id,
  channel,
  state,
  collected_until: until,
})
/** Looks up the scale at noon, for a reading that many hours before. */
const at = (scales: ReturnType<typeof scale>[], hoursAgo: number) =>
  scaleAt(scales, 1, (NOON - hoursAgo * HOUR) / 1000, NOON)

test.each([
  ['one in use', [scale(1, 'active')], 5, 1],
  ['an empty one', [scale(1, 'empty')], 0, 1],
  ['none', [scale(1, 'active', null, 2)], 0, undefined],
  ['one archived nobody knows when', [scale(1, 'archived')], 5, 'scale_archived'],
  ['one switched off nobody knows when', [scale(1, 'deactivated')], 5, 'scale_deactivated'],
  ['an archived one, before that', [scale(1, 'archived', NOON - HOUR)], 2, 1],
  ['an archived one, at that moment', [scale(1, 'archived', NOON - HOUR)], 1, 'scale_archived'],
  ['an archived one, after that', [scale(1, 'archived', NOON - HOUR)], 0.5, 'scale_archived'],
  ['an archived one, years before that', [scale(1, 'archived', NOON - HOUR)], 20_000, 1],
  ['one switched off, before that', [scale(1, 'deactivated', NOON - HOUR)], 2, 1],
  ['one switched off, after that', [scale(1, 'deactivated', NOON - HOUR)], 0, 'scale_deactivated'],
] as const)('on a channel with %s', (_, scales, hoursAgo, expected) => {
  expect(at([...scales], hoursAgo)).toBe(expected)
})

test('a reading belongs to the scale that was there when it was taken', () => {
  const scales = [
    scale(1, 'archived', NOON - 9 * HOUR),
    scale(2, 'active'),
    scale(3, 'archived', NOON - 6 * HOUR),
    scale(4, 'archived', null),
    scale(5, 'archived', NOON - 12 * HOUR, 2),
  ]
  for (const order of [scales, scales.toReversed()]) {
    expect([10, 9, 7, 6, 0].map((hours) => at(order, hours))).toEqual([1, 3, 3, 2, 2])
  }
})

test('a scale switched off after another was archived gets no later readings', () => {
  const scales = [scale(1, 'archived', NOON - 9 * HOUR), scale(2, 'deactivated', NOON - 3 * HOUR)]
  expect([10, 5, 3].map((hours) => at(scales, hours))).toEqual([1, 2, 'scale_deactivated'])
})

test('a reading that a wrong clock dates far back belongs to the current scale', () => {
  const scales = [scale(1, 'archived', NOON - HOUR), scale(2, 'active')]
  expect([31 * 24, 31 * 24 + 1, 9000].map((hours) => at(scales, hours))).toEqual([1, 2, 2])
})
