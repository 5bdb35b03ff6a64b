import uPlot from 'uplot'
import { tokenColor } from '../../ui/theme.ts'
import { LABELS_PIXELS, TEXT_PIXELS } from './chart-options.ts'
import type { ChartPanel } from './chart-series.ts'
import { placeLabels } from './place-labels.ts'
import { inkOf } from './series-look.ts'

const LINE_PIXELS = 20
const SWATCH_PIXELS = 12

/** Names the curves at their right end, with a line in the curve's color and text in the text color; `panel` returns what is shown now, `letters` is that of `letterScale`. */
export function labelPlugin(panel: () => ChartPanel, letters: number): uPlot.Plugin {
  return {
    hooks: {
      draw: (chart) => {
        const { ctx, bbox } = chart
        const ratio = uPlot.pxRatio
        const ends = panel()
          .series.map((series, index) => ({ series, label: series.label, y: endOf(chart, index + 1) }))
          .filter((end) => end.y !== undefined)
        const places = placeLabels(
          ends.map((end) => (end.y! - bbox.top) / ratio),
          bbox.height / ratio,
          LINE_PIXELS * letters,
        )
        if (!places) return
        ctx.save()
        ctx.font = `${TEXT_PIXELS * letters * ratio}px system-ui, sans-serif`
        ctx.textBaseline = 'middle'
        ctx.textAlign = 'left'
        const left = bbox.left + bbox.width
        ends.forEach(({ label, series, y }, index) => {
          const at = bbox.top + places[index]! * ratio
          ctx.strokeStyle = inkOf(series)
          ctx.lineWidth = 2 * ratio
          ctx.beginPath()
          ctx.moveTo(left + 2 * ratio, Math.min(Math.max(y!, bbox.top), bbox.top + bbox.height))
          ctx.lineTo(left + SWATCH_PIXELS * ratio, at)
          ctx.stroke()
          ctx.fillStyle = tokenColor('--ink')
          const room = (LABELS_PIXELS * letters - SWATCH_PIXELS - 10) * ratio
          ctx.fillText(shorten(ctx, label, room), left + (SWATCH_PIXELS + 5) * ratio, at)
        })
        ctx.restore()
      },
    },
  }
}

/** Where the curve ends, in canvas pixels from the top. */
function endOf(chart: uPlot, seriesIndex: number): number | undefined {
  const values = chart.data[seriesIndex]
  if (!values) return undefined
  for (let i = values.length - 1; i >= 0; i--) {
    const value = values[i]
    if (value !== null && value !== undefined) return chart.valToPos(value, 'y', true)
  }
  return undefined
}

function shorten(ctx: CanvasRenderingContext2D, text: string, room: number): string {
  if (ctx.measureText(text).width <= room) return text
  let kept = text
  while (kept.length > 1 && ctx.measureText(`${kept}…`).width > room) kept = kept.slice(0, -1)
  return `${kept}…`
}
