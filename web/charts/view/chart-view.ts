import type { TimeSpan } from '../points/align-series.ts'
import { clampSpan, sameSpan } from './zoom.ts'

/** The state of a chart that changes many times a second, kept outside React; panels, readout and flags follow it on their own. */
export type ChartView = {
  span: () => TimeSpan
  limits: () => TimeSpan
  /** Epoch seconds under the cursor. */
  cursor: () => number | undefined
  /** The span being measured. */
  selection: () => TimeSpan | undefined
  setSpan: (span: TimeSpan) => void
  setLimits: (limits: TimeSpan) => void
  setCursor: (time: number | undefined) => void
  setSelection: (selection: TimeSpan | undefined) => void
  /** Calls `follow` at most once a frame after anything changed. */
  follow: (follower: (change: ViewChange) => void) => () => void
}

export type ViewChange = { span: boolean; cursor: boolean; selection: boolean }

/** `nextFrame` is the browser's `requestAnimationFrame`; a test runs frames by hand. */
export function createChartView(
  first: TimeSpan,
  bounds: TimeSpan,
  nextFrame: (draw: () => void) => unknown = requestAnimationFrame,
): ChartView {
  let limits = bounds
  let span = clampSpan(first, bounds)
  let cursor: number | undefined
  let selection: TimeSpan | undefined
  const followers = new Set<(change: ViewChange) => void>()
  let change: ViewChange | undefined

  function changed(part: keyof ViewChange): void {
    if (!change) {
      change = { span: false, cursor: false, selection: false }
      nextFrame(() => {
        const happened = change!
        change = undefined
        for (const follower of followers) follower(happened)
      })
    }
    change[part] = true
  }

  return {
    span: () => span,
    limits: () => limits,
    cursor: () => cursor,
    selection: () => selection,
    setSpan(next) {
      const clamped = clampSpan(next, limits)
      if (sameSpan(clamped, span)) return
      span = clamped
      changed('span')
      // what is out of sight is not shown in the readout
      if (cursor !== undefined && (cursor < span.from || cursor > span.to)) {
        cursor = undefined
        changed('cursor')
      }
    },
    setLimits(next) {
      limits = next
    },
    setCursor(time) {
      if (time === cursor) return
      cursor = time
      changed('cursor')
    },
    setSelection(next) {
      if (next === selection) return
      selection = next
      changed('selection')
    },
    follow(follower) {
      followers.add(follower)
      return () => followers.delete(follower)
    },
  }
}
