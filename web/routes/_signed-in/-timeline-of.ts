import type { DashboardScale } from '#domain/insight/dashboard.ts'
import { DAY_MS } from '#domain/platform/durations.ts'
import { defaultRange } from '../../features/hives/timeline/state/default-range.ts'
import { ownSeries } from '../../features/hives/timeline/state/series-key.ts'

/** The timeline of these scales: the last week, or the last week with readings where they are silent for over a day. */
export function timelineOf(scales: readonly Pick<DashboardScale, 'id' | 'type' | 'last'>[], now: number) {
  const series = scales.map(ownSeries).join(',')
  const last = Math.max(0, ...scales.map((scale) => (scale.last ? Date.parse(scale.last.time) : 0)))
  if (last === 0 || now - last < DAY_MS) return { series, last: 'week' as const }
  const { from, to } = defaultRange(Math.round(last / 1000))
  return { series, from, to }
}
