import { expect, it } from 'vitest'
import type { RegionAverage } from '#domain/insight/regional-average.ts'
import { panelColumns, readSeries } from '../../../../charts/plot/chart-series.ts'
import { makePoints, noPoints } from '../../../../charts/points/points.ts'
import { averageSeries, cumulativePoints } from './average-series.ts'

const DAY = 86_400
/** Midnight of 10 May in a zone one hour ahead of UTC. */
const MIDNIGHT = Date.parse('2026-05-09T23:00:00Z') / 1000
const day = (date: string, mean: number, median = mean) => ({ date, mean, median, hives: 3 })
const region: RegionAverage = {
  regionId: 4,
  name: 'Seeland',
  utcOffset: 1,
  days: [day('2026-05-10', 1, 0.5), day('2026-05-11', 2, 1.5), day('2026-05-13', -0.5, 0)],
}
const span = { from: MIDNIGHT + DAY / 2, to: MIDNIGHT + 4 * DAY }
const hive = makePoints(
  Float64Array.from({ length: 200 }, (_, i) => MIDNIGHT - DAY + i * 3600),
  Float64Array.from({ length: 200 }, (_, i) => 30 + i / 100),
)

it('adds up the days, with a gap for each missing one', () => {
  const { time, value, gap } = cumulativePoints(region, 'mean')
  expect([...time].map((at) => at - MIDNIGHT)).toEqual([0, DAY, 2 * DAY, 3 * DAY + 1, 4 * DAY])
  expect([...value]).toEqual([0, 1, 3, 3, 2.5])
  expect(time[3]! - time[2]!).toBeGreaterThan(gap)
  expect([...cumulativePoints(region, 'median').value]).toEqual([0, 0.5, 2, 2, 2])
})

it('passes through the weight of the hive at the left edge', () => {
  const { points } = averageSeries(region, 'mean', 'Average', hive, span)
  // calculated by hand: the hive weighs 30 + 36 h / 100 = 30.36 at noon; half of the first day's kilogram is in the sum by then
  expect([...points.value].map((kg) => Math.round(kg * 1000) / 1000)).toEqual([29.86, 30.86, 32.86, 32.86, 32.36])
})

it('passes through the first point where both are known, and starts at 0 without a hive', () => {
  const later = { from: MIDNIGHT - DAY / 2, to: span.to }
  const { points } = averageSeries(region, 'mean', 'Average', hive, later)
  expect(points.value[0]).toBeCloseTo(30.24)
  expect(averageSeries(region, 'mean', 'Average', noPoints, span).points.value[0]).toBe(0)
  expect(averageSeries({ ...region, days: [] }, 'mean', 'Average', hive, span).points.time).toHaveLength(0)
})

it('shows its days as bars, whatever the device’s clock says', () => {
  const panel = {
    id: 'weight',
    label: 'Weight',
    unit: 'kg',
    digits: 2,
    mode: 'delta' as const,
    series: [averageSeries(region, 'mean', 'Average', hive, span)],
  }
  const noon = new Date(2026, 4, 10, 12).getTime() / 1000
  const [, bars] = panelColumns(panel, { from: noon, to: noon + 3 * DAY }, 500)
  expect(bars).toEqual([1, 2, null, -0.5, undefined])
  expect(readSeries(panel, 0, noon, span)?.value).toBe(1)
})
