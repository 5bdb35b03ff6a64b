import { expect, test } from 'vitest'
import { timelineOf } from './-timeline-of.ts'

const now = Date.UTC(2026, 4, 20, 12)
const scale = (id: number, time: string | null, type: 'weight' | 'thermometer' = 'weight') => ({
  id,
  type,
  last: time === null ? null : { time, weight: 40, temperature: null, humidity: null },
})
const week = (end: number) => ({ from: end / 1000 - 7 * 86_400, to: end / 1000 + 600 })

test.each([
  { what: 'scales that send', scales: [scale(1, '2026-05-20T11:00:00.000Z')], series: '1', range: { last: 'week' } },
  {
    what: 'scales that fell silent',
    scales: [scale(1, '2026-04-02T11:00:00.000Z'), scale(2, '2026-04-03T12:00:00.000Z', 'thermometer')],
    series: '1,2t',
    range: week(Date.UTC(2026, 3, 3, 12)),
  },
  { what: 'scales that never sent', scales: [scale(1, null)], series: '1', range: { last: 'week' } },
])('the curve of $what shows the last week there is', ({ scales, series, range }) => {
  expect(timelineOf(scales, now)).toEqual({ series, ...range })
})
