/** An event of a trace of Chromium; times in microseconds, `tdur` what its thread computed of `dur`. */
type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  args: { data?: { url?: string; isMainFrame?: boolean } }
}

/** What Lighthouse takes a phone to be slower by, and how long a page may hear nobody. */
const SLOWER = 4
const UNHEARD_MS = 50

/**
 * The blocking time of a page in milliseconds, as Lighthouse counts it for a phone, but of what the page computed alone: the time of
 * the clock holds what the page's thread waited for a processor, four times, too. What Lighthouse itself runs in the page is left out.
 */
export function blockingProcessor(events: readonly TraceEvent[]): number {
  const shown = events.findLast(({ name, args }) => name === 'firstContentfulPaint' && args.data?.isMainFrame !== false)
  if (!shown) return Number.NaN
  const own = events.filter(
    ({ ph, pid, tid, ts }) => ph === 'X' && pid === shown.pid && tid === shown.tid && ts > shown.ts,
  )
  const foreign = own.filter(({ args }) => args.data?.url?.includes('_lighthouse-eval'))
  return own
    .filter(({ name, ts, dur = 0 }) => name === 'RunTask' && !foreign.some((one) => one.ts >= ts && one.ts < ts + dur))
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (SLOWER * tdur) / 1000 - UNHEARD_MS), 0)
}
