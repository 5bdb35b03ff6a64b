/** An event of a Chromium trace; times in microseconds. `tdur` is the part of `dur` that its thread spent computing. */
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

/** How many times slower Lighthouse assumes a phone to be, and how long a task may block the page. */
const SLOWER = 4
const UNHEARD_MS = 50

/**
 * The blocking time of a page in milliseconds, as Lighthouse counts it for a phone, but only for what the page itself computed: wall-clock time also includes
 * the time its thread waited for a processor, multiplied by four. Excludes what Lighthouse itself runs in the page.
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
