import type { TimeSpan } from '../points/align-series.ts'
import type { ChartView } from './chart-view.ts'
import { panSpan, zoomSpan } from './zoom.ts'

export type KeyTarget = {
  view: ChartView
  onReset: () => void
  /** Called when Enter is pressed, with the time under the cursor. */
  onPlace: ((time: number) => void) | undefined
  onMeasured: (span: TimeSpan | undefined) => void
  /** Called when a key moved the cursor, to announce what is under it. */
  onCursorMoved: () => void
}

const PAN_SHARE = 0.2
const ZOOM_STEP = 0.7
/** Number of cursor steps across the chart. */
const CURSOR_STEPS = 100

/**
 * Keyboard control of the chart: arrows move it, + and − zoom, Home resets; Shift and arrows move the cursor, M begins a span at the cursor, which Shift and
 * arrows then extend, Enter picks the time under the cursor, Escape cancels. Returns true if the key did something.
 */
export function pressChartKey(
  event: { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean },
  { view, onReset, onPlace, onMeasured, onCursorMoved }: KeyTarget,
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const span = view.span()
  const length = span.to - span.from
  const limits = view.limits()
  const middle = () => view.cursor() ?? (span.from + span.to) / 2

  const moveCursor = (direction: 1 | -1) => {
    const before = middle()
    const at = Math.min(limits.to, Math.max(limits.from, before + (direction * length) / CURSOR_STEPS))
    const { from, to } = view.span()
    if (at < from) view.setSpan(panSpan(span, at - from, limits))
    if (at > to) view.setSpan(panSpan(span, at - to, limits))
    const selection = view.selection()
    if (selection) {
      const fixed = before === selection.from ? selection.to : selection.from
      const next = { from: Math.min(fixed, at), to: Math.max(fixed, at) }
      view.setSelection(next)
      onMeasured(next)
    }
    view.setCursor(at)
    onCursorMoved()
  }
  const arrow = (direction: 1 | -1) => {
    if (event.shiftKey) moveCursor(direction)
    else view.setSpan(panSpan(span, direction * length * PAN_SHARE, limits))
  }
  const zoom = (factor: number) => view.setSpan(zoomSpan(span, factor, middle(), limits))
  const beginSpan = () => {
    const at = middle()
    view.setCursor(at)
    view.setSelection({ from: at, to: at })
    onCursorMoved()
  }
  const letGo = () => {
    view.setCursor(undefined)
    view.setSelection(undefined)
    onMeasured(undefined)
  }

  const keys: Record<string, () => void> = {
    ArrowLeft: () => arrow(-1),
    ArrowRight: () => arrow(1),
    '+': () => zoom(ZOOM_STEP),
    '=': () => zoom(ZOOM_STEP),
    '-': () => zoom(1 / ZOOM_STEP),
    _: () => zoom(1 / ZOOM_STEP),
    Home: onReset,
    m: beginSpan,
    M: beginSpan,
    Enter: () => onPlace?.(middle()),
    Escape: letGo,
  }
  const act = keys[event.key]
  act?.()
  return act !== undefined
}
