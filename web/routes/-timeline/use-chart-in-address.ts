import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { ChartState } from '../../features/hives/timeline/state/chart-state.ts'
import { type ChartQuery, chartQueryOf } from '../../features/hives/timeline/state/timeline-search.ts'
import { type ChartAddress, useChartOfAddress } from '../../features/hives/timeline/state/use-chart-address.ts'

/** The chart as the address describes it, and how the address follows the chart: `useAddressOfChart`. */
export function useChartInAddress(state: ChartState, now: () => number): ChartAddress {
  const search = useSearch({ strict: false })
  const query = useMemo(() => chartQueryOf(search), [search])
  const navigate = useNavigate()
  const replace = useCallback(
    (next: ChartQuery) => {
      void navigate({
        to: '.',
        replace: true,
        resetScroll: false,
        search: (before) => ({ ...foreign(before), ...next }),
      })
    },
    [navigate],
  )
  return useChartOfAddress(state, query, replace, now)
}

/** The part of an address that is not about the chart, such as the language. */
function foreign(search: Record<string, unknown>): Record<string, unknown> {
  const chart = chartQueryOf(search)
  return Object.fromEntries(Object.entries(search).filter(([key]) => !(key in chart)))
}
