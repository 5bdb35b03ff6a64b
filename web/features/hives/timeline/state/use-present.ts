import { useEffect } from 'react'
import { MINUTE_MS } from '#domain/platform/durations.ts'
import { type ChartState, passTime } from './chart-state.ts'

/** Advances the chart's time while it is visible, whether or not it checks for new data. `now` in epoch ms. */
export function usePresent(state: ChartState, now: () => number): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') passTime(state, Math.round(now() / 1000))
    }
    look()
    const timer = setInterval(look, MINUTE_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [state, now])
}
