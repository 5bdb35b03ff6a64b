import { useQueries } from '@tanstack/react-query'
import { JUMPS_MAXIMUM, type WeightJump } from '#domain/alerts/alarm.ts'
import type { Jump } from '#domain/insight/net-weight.ts'
import type { RegionAverage } from '#domain/insight/regional-average.ts'
import { api, call } from '../../../../api/client.ts'
import { readParts } from '../../../../api/read-parts.ts'
import type { TimeSpan } from '../../../../charts/points/align-series.ts'
import { keptOffline } from '../../../../offline/query-cache.ts'

/** Refetch interval. Requests are for whole years, so that moving the chart requests nothing and a year once seen is available offline. */
const REFRESH_MS = 300_000

/** The years (UTC) that a span touches. */
export function yearsOf({ from, to }: TimeSpan): number[] {
  const first = new Date(from * 1000).getUTCFullYear()
  const last = new Date(to * 1000).getUTCFullYear()
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

const freshUntil = (year: number, nowMs: number) =>
  year >= new Date(nowMs).getUTCFullYear() ? { refetchInterval: REFRESH_MS } : {}

/** Jumps by hand by scale, and whether some are still unknown. */
export type HandJumps = { jumps: ReadonlyMap<number, Jump[]>; missing: boolean; failed: boolean }

/** Returns the jumps by hand of these scales in the years of a span. */
export function useHandJumps(scaleIds: readonly number[], span: TimeSpan, enabled: boolean, nowMs: number): HandJumps {
  const scales = scaleIds.toSorted((a, b) => a - b).join(',')
  return useQueries({
    queries: (enabled && scales !== '' ? yearsOf(span) : []).map((year) => ({
      queryKey: ['jump', 'year', scales, year],
      queryFn: () => jumpsOfYear(scales, year),
      ...freshUntil(year, nowMs),
      ...keptOffline,
    })),
    combine: combineJumps,
  })
}

/** Returns all of them, in order of time: without one, the net weight of a whole year would be wrong. */
async function jumpsOfYear(scales: string, year: number): Promise<WeightJump[]> {
  const ask = (to = `${year + 1}-01-01T00:00:00Z`) =>
    call(api.jump.$get({ query: { scales, from: `${year}-01-01T00:00:00Z`, to } }))
  const jumps = await readParts(JUMPS_MAXIMUM, ask, {
    // the end of a span is exclusive
    oldestOf: ([oldest]) => new Date(Date.parse(oldest!.time) + 1000).toISOString(),
    keyOf: ({ scaleId, time }) => `${scaleId} ${time}`,
  })
  return jumps.sort((a, b) => Date.parse(a.time) - Date.parse(b.time))
}

type Found<Data> = { data: Data | undefined; isError: boolean }

function combineJumps(results: Found<WeightJump[]>[]): HandJumps {
  const jumps = new Map<number, Jump[]>()
  for (const { scaleId, time, weightChange, byHand } of results.flatMap(({ data }) => data ?? [])) {
    if (!byHand) continue
    const jump = { time: Date.parse(time) / 1000, changeGrams: Math.round(weightChange * 1000) }
    jumps.set(scaleId, [...(jumps.get(scaleId) ?? []), jump])
  }
  return { jumps, ...statusOf(results) }
}

const statusOf = (results: Found<unknown>[]) => ({
  missing: results.some(({ data }) => data === undefined),
  failed: results.some(({ data, isError }) => data === undefined && isError),
})

export type RegionAverages = { regions: RegionAverage[]; missing: boolean; failed: boolean }

/** Returns the averages of regions in the years of a span and the day before it. */
export function useRegionAverages(regionIds: readonly number[], span: TimeSpan, nowMs: number): RegionAverages {
  return useQueries({
    queries: regionIds.flatMap((regionId) =>
      yearsOf(span).map((year) => ({
        queryKey: ['region', 'average', regionId, year],
        queryFn: () =>
          call(
            api.regionaverage.$get({
              query: { regionId: String(regionId), from: `${year}-01-01`, to: `${year}-12-31` },
            }),
          ),
        ...freshUntil(year, nowMs),
        ...keptOffline,
      })),
    ),
    combine: combineAverages,
  })
}

function combineAverages(results: Found<RegionAverage>[]): RegionAverages {
  const regions = new Map<number, RegionAverage>()
  for (const { data } of results) {
    if (!data) continue
    const known = regions.get(data.regionId)
    regions.set(data.regionId, known ? { ...known, days: [...known.days, ...data.days] } : data)
  }
  return { regions: [...regions.values()], ...statusOf(results) }
}
