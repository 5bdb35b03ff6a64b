import { useEffect, useState } from 'react'

const EVERY_MS = 30_000

/** The time by `clock` (epoch ms), updated twice a minute and when the page becomes visible again. */
export function useNow(clock: () => number): number {
  const [now, setNow] = useState(clock)
  useEffect(() => {
    const look = () => setNow(clock())
    const timer = setInterval(look, EVERY_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [clock])
  return now
}
