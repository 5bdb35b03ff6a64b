import { expect, test } from 'vitest'
import type { SharedView } from '#domain/exchange/share.ts'
import { passTime } from './chart-state.ts'
import { createSharedChart, sharedLimits, sharedRange, sharedScales } from './shared-chart.ts'

const now = Date.parse('2026-05-10T10:00:00Z')
const seconds = (time: string) => Date.parse(time) / 1000
const scale = { id: 3, name: 'Linden', controllerName: 'Orchard', type: 'weight' as const, emptyWeight: 0, color: 5 }
const view = (fields: Partial<SharedView>): SharedView => ({
  type: 'livefeed',
  description: '',
  days: null,
  from: '2016-01-01T00:00:00Z',
  to: null,
  readings: { from: '2026-03-01T00:00:00Z', to: '2026-05-11T00:00:00Z' },
  scales: [scale],
  ...fields,
})

test.each<[Partial<SharedView>, from: string, to: string]>([
  [{ days: 2, from: '2026-05-08T09:00:00Z' }, '2026-05-08T10:00:00Z', '2026-05-10T10:10:00Z'],
  [
    { type: 'fixed', from: '2026-04-01T00:00:00Z', to: '2026-04-03T12:00:00Z' },
    '2026-04-01T00:00:00Z',
    '2026-04-03T12:00:00Z',
  ],
  [{ type: 'yearToDate', from: '2025-12-31T23:00:00Z' }, '2025-12-31T23:00:00Z', '2026-05-10T10:10:00Z'],
  [{ type: 'unlimited' }, '2026-03-01T00:00:00Z', '2026-05-10T10:10:00Z'],
  [{ type: 'unlimited', readings: null }, '2016-01-01T00:00:00Z', '2026-05-10T10:10:00Z'],
])('%j begins with its whole period', (fields, from, to) => {
  expect(sharedRange(view(fields), now)).toEqual({ from: seconds(from), to: seconds(to) })
})

test('the limits of a share of the last days move with the time', () => {
  const later = now / 1000 + 3600
  expect(sharedLimits(view({ days: 2, from: '2026-05-08T10:00:00Z' }), later).from).toBe(
    seconds('2026-05-08T11:00:00Z'),
  )
})

test('scales of the same name are told apart by their transmitters', () => {
  const scales = [scale, { ...scale, id: 4, controllerName: 'Forest' }, { ...scale, id: 5, name: 'Maple' }]
  expect(sharedScales(view({ scales })).map(({ name }) => name)).toEqual(['Linden, Orchard', 'Linden, Forest', 'Maple'])
  expect(sharedScales(view({ scales })).map(({ color }) => color)).toEqual([5, 5, 5])
})

test('each scale shows what it measures', () => {
  const scales = [
    scale,
    { ...scale, id: 4, type: 'thermometer' as const },
    { ...scale, id: 5, type: 'humidity' as const },
  ]
  const { state } = createSharedChart(view({ scales, days: 2 }), () => now)
  expect({ ...state.series }).toEqual({ '3': true, '4t': true, '5h': true })
})

test('ongoing shares follow the present, each in its way, and ended ones stay', () => {
  const later = now + 5 * 3_600_000
  const after = (fields: Partial<SharedView>) => {
    const { state } = createSharedChart(view(fields), () => now)
    passTime(state, later / 1000)
    return [state.range.xmin, state.range.xmax].map((time) => new Date(time * 1000).toISOString())
  }
  const end = '2026-05-10T15:10:00.000Z'
  const days = after({ days: 14, from: '2026-04-26T10:00:00Z' })
  expect(days).toEqual(['2026-04-26T15:00:00.000Z', end])
  expect(after({ type: 'yearToDate', from: '2025-12-31T23:00:00Z' })).toEqual(['2025-12-31T23:00:00.000Z', end])
  expect(after({ type: 'unlimited' })).toEqual(['2026-03-01T00:00:00.000Z', end])
  const over = { from: '2026-03-01T00:00:00Z', to: '2026-04-11T00:00:00Z' }
  expect(after({ type: 'unlimited', readings: over })[1]).toBe('2026-04-11T00:00:00.000Z')
  expect(after({ type: 'fixed', from: '2026-05-03T00:00:00Z', to: '2026-05-20T00:00:00Z' })[1]).toBe(
    '2026-05-20T00:00:00.000Z',
  )
})
