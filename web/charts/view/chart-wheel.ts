import type { ChartView } from './chart-view.ts'
import { panSpan, zoomSpan } from './zoom.ts'

/** One notch of a wheel (100 px) zooms by a fifth. */
const ZOOM_A_PIXEL = 0.002
const LINE_PIXELS = 16
/** The limit for how far a single event may turn the wheel. */
const MOST_PIXELS = 300

/**
 * Connects the wheel on `chart` to the view, whose plot is `plot`: with Ctrl, two fingers on a touchpad, or over the time axis it zooms; sideways, or with
 * Shift, it moves. Any other turn is left to the page. Returns a function that disconnects it.
 */
export function attachWheel(chart: HTMLElement, plot: HTMLElement, view: ChartView): () => void {
  const turn = (event: WheelEvent) => {
    const { left, width, bottom } = plot.getBoundingClientRect()
    const share = (event.clientX - left) / Math.max(1, width)
    if (share < 0 || share > 1) return
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PIXELS : 1
    const { from, to } = view.span()
    const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
    if (!sideways && !event.ctrlKey && !event.metaKey && event.clientY <= bottom) return
    event.preventDefault()
    if (sideways) {
      const turned = event.shiftKey ? event.deltaX + event.deltaY : event.deltaX
      const moved = (turned * pixels) / Math.max(1, width)
      view.setSpan(panSpan({ from, to }, moved * (to - from), view.limits()))
      return
    }
    const turned = Math.max(-MOST_PIXELS, Math.min(MOST_PIXELS, event.deltaY * pixels))
    view.setSpan(zoomSpan({ from, to }, Math.exp(turned * ZOOM_A_PIXEL), from + share * (to - from), view.limits()))
  }
  chart.addEventListener('wheel', turn, { passive: false })
  return () => chart.removeEventListener('wheel', turn)
}
