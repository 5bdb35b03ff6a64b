import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { applyChartQuery, toChartQuery } from './chart-query.ts'
import { type ChartState, passTime } from './chart-state.ts'
import { saveChart, savedChart } from './saved-query.ts'
import { type ChartQuery, sameChartQuery } from './timeline-search.ts'

const QUIET_MS = 300

/** `written`: the query that chart and address last agreed on. */
export type ChartAddress = {
  query: ChartQuery
  written: RefObject<ChartQuery | undefined>
  replace: (query: ChartQuery) => void
}

/**
 * Applies the address to the state: an address with content overrides the state; an empty one keeps the
 * state or, if that is new, restores what the last visit saved. `now` in epoch ms.
 */
export function useChartOfAddress(
  state: ChartState,
  query: ChartQuery,
  replace: (query: ChartQuery) => void,
  now: () => number,
): ChartAddress {
  const client = useQueryClient()
  const written = useRef<ChartQuery>(undefined)
  useEffect(() => {
    if (written.current && sameChartQuery(written.current, query)) return
    passTime(state, Math.round(now() / 1000))
    const isNew = Object.keys(state.series).length === 0
    const saved = savedChart(client)
    if (isNew) state.expandedControllers = saved.expandedControllers
    if (Object.keys(query).length > 0) applyChartQuery(state, query)
    else if (isNew) applyChartQuery(state, saved.query)
    // if the state differs, `useAddressOfChart` writes it, once the initial state is complete
    written.current = query
  }, [state, query, client, now])
  return { query, written, replace }
}

/** Keeps the address and the saved query in step with the chart. Use it only once the hives are known, or it would write twice. */
export function useAddressOfChart(state: ChartState, { query, written, replace }: ChartAddress): void {
  const client = useQueryClient()
  const snapshot = useSnapshot(state)
  const wanted = JSON.stringify([toChartQuery(snapshot as ChartState), snapshot.expandedControllers])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` stands for the state; a new address is compared with it, too
  useEffect(() => {
    const timer = setTimeout(() => {
      const now = toChartQuery(state)
      saveChart(client, { query: now, expandedControllers: state.expandedControllers })
      if (written.current && sameChartQuery(written.current, now)) return
      written.current = now
      replace(now)
    }, QUIET_MS)
    return () => clearTimeout(timer)
  }, [wanted, query, state, client, written, replace])
}
