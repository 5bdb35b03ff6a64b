import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { ChartState } from './chart-state.ts'
import { saveChartQuery, savedChartQuery } from './saved-query.ts'
import { applyChartQuery, type ChartQuery, sameChartQuery, toChartQuery } from './timeline-search.ts'

const QUIET_MS = 300

/**
 * Keeps state, address and saved query alike. An address that names something wins over the state; an empty one takes the
 * state as it is, or as it was saved by the last visit.
 */
export function useChartAddress(state: ChartState, query: ChartQuery, replace: (query: ChartQuery) => void): void {
  const client = useQueryClient()
  const written = useRef<ChartQuery>(undefined)
  const snapshot = useSnapshot(state)

  useEffect(() => {
    if (written.current && sameChartQuery(written.current, query)) return
    if (Object.keys(query).length > 0) {
      applyChartQuery(state, query)
      written.current = query
      return
    }
    if (Object.keys(state.series).length === 0) applyChartQuery(state, savedChartQuery(client) ?? {})
    written.current = toChartQuery(state)
    replace(written.current)
  }, [state, query, client, replace])

  const wanted = toChartQuery(snapshot as ChartState)
  const text = JSON.stringify(wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` stands for the query
  useEffect(() => {
    const timer = setTimeout(() => {
      const now = toChartQuery(state)
      saveChartQuery(client, now)
      if (written.current && sameChartQuery(written.current, now)) return
      written.current = now
      replace(now)
    }, QUIET_MS)
    return () => clearTimeout(timer)
  }, [text, state, client, replace])
}
