import { useCallback, useEffect, useRef, useState } from 'react'

/** Days per second. */
export const speeds = { slow: 3, usual: 10, fast: 30 } as const
export type Speed = keyof typeof speeds
/** For users who prefer reduced motion. */
const CALM_DAYS_A_SECOND = 1
/** How often the text around the map is updated during playback; the map itself shows every day. */
const WORDS_EVERY_MS = 200

const wantsCalm = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Plays `count` days in order; starting at the last day begins again. `day` is for React rendering and lags a
 * little during playback; `follow` notifies a listener of each day immediately.
 */
export function usePlayback(count: number, first: number) {
  const [day, say] = useState(first)
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<Speed>('usual')
  const latest = useRef(day)
  const listeners = useRef(new Set<(day: number) => void>())

  const setDay = useCallback((next: number) => {
    latest.current = next
    say(next)
  }, [])
  const follow = useCallback((listener: (day: number) => void) => {
    listeners.current.add(listener)
    return () => void listeners.current.delete(listener)
  }, [])

  useEffect(() => {
    if (!playing) return
    const rate = wantsCalm() ? CALM_DAYS_A_SECOND : speeds[speed]
    let frame = 0
    let since: number | undefined
    let from = latest.current
    let shown = from
    let said = 0
    const step = (time: number) => {
      since ??= time
      // the user moved the slider: continue from there
      if (latest.current !== shown) [from, shown, since] = [latest.current, latest.current, time]
      const next = Math.min(count - 1, from + Math.floor(((time - since) / 1000) * rate))
      if (next !== shown) {
        shown = latest.current = next
        for (const listener of listeners.current) listener(next)
      }
      if (time - said >= WORDS_EVERY_MS) {
        said = time
        say(next)
      }
      if (next >= count - 1) setPlaying(false)
      else frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => {
      cancelAnimationFrame(frame)
      say(latest.current)
    }
  }, [playing, speed, count])

  const toggle = useCallback(() => {
    if (!playing && latest.current >= count - 1) setDay(0)
    setPlaying(!playing)
  }, [playing, count, setDay])
  return { day, setDay, follow, playing, toggle, speed, setSpeed, calm: wantsCalm() }
}
