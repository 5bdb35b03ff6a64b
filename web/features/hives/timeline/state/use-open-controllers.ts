import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { type ChartState, openControllers, type ShownController, shownSeries } from './chart-state.ts'
import type { SeriesKey } from './series-key.ts'

/**
 * Expands the controllers of curves that an address switched on, as clicking them would. What the last visit left
 * expanded or collapsed stays as it is. `places` is undefined until the controllers are known.
 */
export function useOpenControllers(state: ChartState, places: readonly ShownController[] | undefined): void {
  const { series } = useSnapshot(state)
  const seen = useRef<readonly SeriesKey[]>(undefined)
  useEffect(() => {
    if (!places) return
    const shown = shownSeries(series)
    const isAsLeft = seen.current === undefined && state.expandedControllers.length > 0
    if (!isAsLeft) {
      const before = seen.current ?? []
      openControllers(
        state,
        shown.filter((key) => !before.includes(key)),
        places,
      )
    }
    seen.current = shown
  }, [state, series, places])
}
