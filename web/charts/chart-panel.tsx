import { useCallback, useEffect, useMemo, useRef } from 'react'
import uPlot from 'uplot'
import UplotReact from 'uplot-react'
import 'uplot/dist/uPlot.min.css'
import styles from './chart.module.css'
import { LINE_PIXELS } from './plot/chart-options.ts'
import { type ChartPanel, panelColumns } from './plot/chart-series.ts'
import type { ChartMark } from './plot/cluster-marks.ts'
import { dashOf } from './plot/series-look.ts'
import { useChartOptions } from './plot/use-chart-options.ts'
import type { ChartView } from './view/chart-view.ts'

/** With more values than this, thick and dashed lines take longer than a frame. */
const QUICK_CELLS = 10_000
const SETTLED_MS = 120

/** One uPlot of the stack. React renders it when curves, look or size change; span and cursor are passed to the canvas through `view`. */
export function Panel({
  panel,
  view,
  marks,
  width,
  height,
  labeled,
  timeAxis,
  letters,
}: {
  panel: ChartPanel
  view: ChartView
  marks: readonly ChartMark[]
  width: number
  height: number
  labeled: boolean
  timeAxis: boolean
  letters: number
}) {
  const chart = useRef<uPlot>(undefined)
  const shown = useRef({ panel, marks })
  shown.current = { panel, marks }

  const settle = useRef<ReturnType<typeof setTimeout>>(undefined)

  const draw = useCallback(
    (moving: boolean) => {
      const plot = chart.current
      if (!plot) return
      clearTimeout(settle.current)
      const { from, to } = view.span()
      const pixels = Math.max(1, Math.round(plot.bbox.width / uPlot.pxRatio))
      const columns = panelColumns(shown.current.panel, { from, to }, pixels)
      const quick = moving && columns[0].length * (columns.length - 1) > QUICK_CELLS
      if (quick) settle.current = setTimeout(() => draw(false), SETTLED_MS)
      styleLines(plot, shown.current.panel, quick)
      plot.batch(() => {
        plot.setData(columns as uPlot.AlignedData, false)
        plot.setScale('x', { min: from, max: to })
      })
      moveCursor(plot, view)
    },
    [view],
  )

  const base = useChartOptions(shown, { labeled, timeAxis, letters })
  const options = useMemo(() => ({ ...base, width, height }), [base, width, height])
  const empty = useMemo((): uPlot.AlignedData => [[], ...base.series.slice(1).map(() => [])], [base])

  useEffect(
    () =>
      view.follow((change) => {
        if (change.span) draw(true)
        else if (change.cursor && chart.current) moveCursor(chart.current, view)
      }),
    [view, draw],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: redraws at once for new points, marks, sizes or a recreated plot
  useEffect(() => draw(false), [draw, panel, marks, options])
  useEffect(() => () => clearTimeout(settle.current), [])

  return (
    <div className={styles.panel} data-panel={panel.id}>
      <UplotReact
        options={options}
        data={empty}
        resetScales={false}
        onCreate={(created) => {
          chart.current = created
        }}
        onDelete={() => {
          chart.current = undefined
        }}
      />
      <p className={styles.unit} aria-hidden="true">
        {panel.label} <span>{panel.unit}</span>
      </p>
    </div>
  )
}

/** Styles lines as in the kit, but thin and solid while many values are moving, since that draws several times faster. */
function styleLines(plot: uPlot, { series, mode }: ChartPanel, quick: boolean): void {
  if (mode === 'delta') return
  series.forEach((one, index) => {
    const line = plot.series[index + 1]
    if (!line) return
    line.width = quick ? 1 : LINE_PIXELS
    line.dash = quick ? [] : dashOf(one).map((length) => length * uPlot.pxRatio)
  })
}

function moveCursor(plot: uPlot, view: ChartView): void {
  const at = view.cursor()
  const { from, to } = view.span()
  const inside = at !== undefined && at >= from && at <= to
  plot.setCursor(inside ? { left: plot.valToPos(at, 'x'), top: 1 } : { left: -10, top: -10 })
}
