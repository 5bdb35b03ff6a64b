import { useCallback, useEffect, useRef, useState } from 'react'

/** Days a second. */
export const speeds = { slow: 3, usual: 10, fast: 30 } as const
export type Speed = keyof typeof speeds
/** For those who want little motion. */
const CALM_DAYS_A_SECOND = 1
/** So often the words around the map follow while it plays; the map itself has every day. */
const WORDS_EVERY_MS = 200

const wantsCalm = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Goes through `count` days, one after the other; from the last day on it begins anew. `day` is for what React renders, and lags a little
 * while it plays; `follow` tells a listener each day at once.
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
      // somebody moved the slider meanwhile: go on from there
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
