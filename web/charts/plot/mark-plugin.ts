import uPlot from 'uplot'
import { tokenColor } from '../../ui/theme.ts'
import type { ChartMark } from './cluster-marks.ts'
import { lookOf } from './mark-look.ts'

/** A thin line through the panel at each mark; the flags above it are buttons beside the canvas. */
export function markPlugin(marks: () => readonly ChartMark[]): uPlot.Plugin {
  return {
    hooks: {
      drawAxes: (chart) => {
        const { ctx, bbox, scales } = chart
        const ratio = uPlot.pxRatio
        const { min, max } = scales.x ?? {}
        if (min === undefined || max === undefined) return
        ctx.save()
        ctx.lineWidth = ratio
        // several at one place, as of all hives that were fed, are no darker than one
        const drawn = new Set<string>()
        for (const mark of marks()) {
          if (mark.time < min || mark.time > max) continue
          const { token, dash } = lookOf(mark)
          const x = Math.round(chart.valToPos(mark.time, 'x', true))
          const line = `${x} ${token} ${dash}`
          if (drawn.has(line)) continue
          drawn.add(line)
          ctx.strokeStyle = tokenColor(token)
          ctx.setLineDash(dash.map((length) => length * ratio))
          ctx.beginPath()
          ctx.moveTo(x, bbox.top)
          ctx.lineTo(x, bbox.top + bbox.height)
          ctx.stroke()
        }
        ctx.restore()
      },
    },
  }
}
