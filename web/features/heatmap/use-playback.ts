import { useCallback, useEffect, useRef, useState } from 'react'

/** Days a second. */
export const speeds = { slow: 3, usual: 10, fast: 30 } as const
export type Speed = keyof typeof speeds
/** For those who want little motion. */
const CALM_DAYS_A_SECOND = 1

const wantsCalm = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Goes through `count` days, one after the other; from the last day on it begins anew. */
export function usePlayback(count: number, first: number) {
  const [day, setDay] = useState(first)
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<Speed>('usual')
  const latest = useRef(day)
  latest.current = day

  useEffect(() => {
    if (!playing) return
    const rate = wantsCalm() ? CALM_DAYS_A_SECOND : speeds[speed]
    let frame = 0
    let since: number | undefined
    let from = latest.current
    const step = (time: number) => {
      since ??= time
      const next = Math.min(count - 1, from + Math.floor(((time - since) / 1000) * rate))
      if (next !== latest.current) {
        // somebody moved the slider meanwhile: go on from there
        if (latest.current > next || latest.current < from) [from, since] = [latest.current, time]
        else setDay(next)
      }
      if (next >= count - 1) setPlaying(false)
      else frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [playing, speed, count])

  const toggle = useCallback(() => {
    if (!playing && latest.current >= count - 1) setDay(0)
    setPlaying(!playing)
  }, [playing, count])
  return { day, setDay, playing, toggle, speed, setSpeed, calm: wantsCalm() }
}
