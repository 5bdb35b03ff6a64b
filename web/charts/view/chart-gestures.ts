import type { TimeSpan } from '../points/align-series.ts'
import type { ChartView } from './chart-view.ts'
import { panSpan, pinchSpan } from './zoom.ts'

/** What a press on the chart does: move it, measure a span, or pick a time. */
export type ChartTool = 'pan' | 'measure' | 'place'

export type GestureTarget = {
  view: ChartView
  tool: () => ChartTool
  /** The plot's position in the window, in CSS pixels. */
  plot: () => { left: number; width: number }
  onReset: () => void
  onPlace: (time: number) => void
  onLongPress: (time: number) => void
  onMeasured: (span: TimeSpan | undefined) => void
}

const TAP_PIXELS = 8
const LONG_PRESS_MS = 500
const DOUBLE_TAP_MS = 320

type Finger = { x: number; y: number }
type Doing =
  | { kind: 'press'; start: Finger; at: number; measures: boolean; timer: ReturnType<typeof setTimeout> | undefined }
  | { kind: 'pan'; x: number }
  | { kind: 'measure'; from: number }
  | { kind: 'pinch'; held: [number, number] }

/** Connects mouse and fingers on `surface` to the view. Returns a function that disconnects them. */
export function attachGestures(surface: HTMLElement, target: GestureTarget): () => void {
  const { view } = target
  const fingers = new Map<number, Finger>()
  const off = new AbortController()
  let doing: Doing | undefined
  let placed: number | undefined
  let lastTap = { at: Number.NEGATIVE_INFINITY, x: 0 }

  const share = (x: number) => {
    const { left, width } = target.plot()
    return (x - left) / Math.max(1, width)
  }
  const timeAt = (x: number) => {
    const { from, to } = view.span()
    return from + share(x) * (to - from)
  }
  const inside = (x: number) => share(x) >= 0 && share(x) <= 1
  const stop = () => {
    if (doing?.kind === 'press') clearTimeout(doing.timer)
    doing = undefined
  }
  const on = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    handle: (event: HTMLElementEventMap[Type]) => void,
    options: AddEventListenerOptions = {},
  ) => surface.addEventListener(type, handle, { ...options, signal: off.signal })

  function beginPinch(): void {
    const [a, b] = [...fingers.values()].sort((one, other) => one.x - other.x)
    stop()
    view.setCursor(undefined)
    doing = { kind: 'pinch', held: [timeAt(a!.x), timeAt(b!.x)] }
  }

  on('pointerdown', (event) => {
    if (event.button !== 0) return
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    surface.setPointerCapture(event.pointerId)
    placed = undefined
    if (fingers.size === 2) beginPinch()
    if (fingers.size > 1 || !inside(event.clientX)) return
    const at = timeAt(event.clientX)
    const touch = event.pointerType !== 'mouse'
    const measures = target.tool() === 'measure' || (event.shiftKey && !touch)
    doing = {
      kind: 'press',
      start: { x: event.clientX, y: event.clientY },
      at,
      measures,
      timer: touch && target.tool() === 'pan' ? setTimeout(() => longPressed(at), LONG_PRESS_MS) : undefined,
    }
  })

  function longPressed(at: number): void {
    stop()
    target.onLongPress(at)
  }

  on('pointermove', (event) => {
    const finger = fingers.get(event.pointerId)
    if (!finger) {
      if (event.pointerType === 'mouse') view.setCursor(inside(event.clientX) ? timeAt(event.clientX) : undefined)
      return
    }
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (doing?.kind === 'press') {
      const far = Math.hypot(event.clientX - doing.start.x, event.clientY - doing.start.y)
      if (far < TAP_PIXELS) return
      const { start, at, measures } = doing
      stop()
      doing = measures ? { kind: 'measure', from: at } : { kind: 'pan', x: start.x }
    }
    if (doing?.kind === 'measure') {
      const { from, to } = view.span()
      // nothing that is out of sight is measured
      const at = Math.min(to, Math.max(from, timeAt(event.clientX)))
      view.setSelection({ from: Math.min(doing.from, at), to: Math.max(doing.from, at) })
      view.setCursor(at)
    } else if (doing?.kind === 'pan') {
      const { from, to } = view.span()
      const moved = share(doing.x) - share(event.clientX)
      doing.x = event.clientX
      view.setCursor(undefined)
      view.setSpan(panSpan({ from, to }, moved * (to - from), view.limits()))
    } else if (doing?.kind === 'pinch' && fingers.size === 2) {
      const [a, b] = [...fingers.values()].map(({ x }) => share(x)).sort((one, other) => one - other)
      view.setSpan(pinchSpan(doing.held, [a!, b!], view.limits(), view.span()))
    }
  })

  on('pointerup', (event) => {
    fingers.delete(event.pointerId)
    const done = doing
    if (done?.kind === 'pinch' && fingers.size === 1) {
      doing = { kind: 'pan', x: [...fingers.values()][0]!.x }
      return
    }
    stop()
    if (done?.kind === 'measure') target.onMeasured(view.selection())
    if (done?.kind === 'press') tapped(event, done.at)
  })

  function tapped(event: PointerEvent, at: number): void {
    if (target.tool() === 'place') {
      placed = at
      return
    }
    const double = event.timeStamp - lastTap.at < DOUBLE_TAP_MS && Math.abs(event.clientX - lastTap.x) < 3 * TAP_PIXELS
    lastTap = { at: double ? Number.NEGATIVE_INFINITY : event.timeStamp, x: event.clientX }
    if (double) {
      target.onReset()
      return
    }
    if (view.selection()) {
      view.setSelection(undefined)
      target.onMeasured(undefined)
    }
    view.setCursor(at)
  }

  // only the click ends a tap: anything that opened before it would be pressed by it
  on('click', () => {
    if (placed !== undefined) target.onPlace(placed)
    placed = undefined
  })
  on('pointercancel', (event) => {
    fingers.delete(event.pointerId)
    stop()
  })
  on('pointerleave', (event) => {
    if (event.pointerType === 'mouse' && !fingers.has(event.pointerId)) view.setCursor(undefined)
  })
  on('contextmenu', (event) => {
    if (fingers.size > 0) event.preventDefault()
  })

  return () => {
    stop()
    off.abort()
  }
}
