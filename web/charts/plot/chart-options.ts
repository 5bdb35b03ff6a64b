import type uPlot from 'uplot'
import { tokenColor } from '../../ui/theme.ts'
import type { ChartPanel } from './chart-series.ts'
import { dayBarsPath } from './day-bars-path.ts'
import { inkOf } from './series-look.ts'
import { createTimeLabels } from './time-axis.ts'

/** Widths in CSS pixels left and right of the plot, with letters of usual size; the same for all panels, so that their time axes line up. */
export const AXIS_PIXELS = 52
/** The height of the two lines of the time axis, which are higher in WebKit than elsewhere. */
export const TIME_AXIS_PIXELS = 48
export const LABELS_PIXELS = 148
export const TEXT_PIXELS = 15
/** The last date below the axis is centered at the edge of the plot. */
export const EDGE_PIXELS = 32
/** How many digits of a tick label fit beside the plot, including their decimal point; a minus sign takes the place of one digit. */
const AXIS_DIGITS = 4

export const LINE_PIXELS = 2

const ignore = () => null

/** `letters`: see `letterScale`. */
export type ChartLook = { panel: ChartPanel; locale: string; labeled: boolean; timeAxis: boolean; letters: number }

/**
 * How many times larger than usual letters on a chart of this width are, and whatever has to make room for them: as large as the person has letters, as long
 * as the plot keeps half of the width. Both in CSS pixels.
 */
export const letterScale = (width: number, rootPixels: number): number =>
  Math.max(1, Math.min(rootPixels / 16, width / 2 / (AXIS_PIXELS + EDGE_PIXELS)))

/** Everything about a panel that stays the same while its data and span move. */
export function chartOptions(
  { panel, locale, labeled, timeAxis, letters }: ChartLook,
  plugins: uPlot.Plugin[],
): Omit<uPlot.Options, 'width' | 'height'> {
  const ink = tokenColor('--ink-quiet')
  const grid = { stroke: tokenColor('--line'), width: 1 }
  const font = `${TEXT_PIXELS * letters}px system-ui, sans-serif`
  const words = createTimeLabels(locale)
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
  const bars = panel.mode === 'delta'
  const axis: uPlot.Axis = { stroke: ink, font, grid, ticks: { show: false }, border: { show: false } }
  return {
    padding: [10, (labeled ? LABELS_PIXELS : EDGE_PIXELS) * letters, timeAxis ? 0 : 6, 0],
    legend: { show: false },
    scales: {
      x: { time: true, auto: false },
      y: { range: (_, min, max) => valueRange(min, max, panel) },
    },
    axes: [
      {
        ...axis,
        show: timeAxis,
        size: TIME_AXIS_PIXELS * letters,
        gap: 6,
        space: 74 * letters,
        values: (_, splits, __, ___, step) => words(splits, step),
      },
      {
        ...axis,
        size: AXIS_PIXELS * letters,
        gap: 8,
        space: 36 * letters,
        incrs: (_, __, min, max) => tickSteps(min, max, panel.digits),
        values: (_, splits) => splits.map((split) => number.format(split)),
      },
    ],
    series: [
      {},
      ...panel.series.map((series, index): uPlot.Series => {
        const color = inkOf(series)
        return {
          label: series.label,
          stroke: color,
          width: bars ? 0 : LINE_PIXELS,
          points: { size: 5, width: 0, fill: color, ...(bars && { show: false }) },
          ...(bars && { fill: color, paths: dayBarsPath(index, panel.series.length) }),
        }
      }),
    ],
    cursor: {
      x: true,
      y: false,
      drag: { x: false, y: false, setScale: false },
      points: { size: 9, width: 2, fill: tokenColor('--surface'), ...(bars && { show: false }) },
      bind: {
        mousedown: ignore,
        mouseup: ignore,
        click: ignore,
        dblclick: ignore,
        mousemove: ignore,
        mouseleave: ignore,
        mouseenter: ignore,
      },
    },
    plugins,
  }
}

/** The allowed steps between ticks of an axis from `min` to `max`: with no more than `digits` decimals, as in the readout, and no more than fit. */
export function tickSteps(min: number, max: number, digits: number): number[] {
  const whole = Math.trunc(Math.max(Math.abs(min), Math.abs(max))).toString().length
  const room = Math.max(0, AXIS_DIGITS - whole - (min < 0 ? 1 : 0))
  const decimals = Math.min(digits, room)
  const steps: number[] = []
  for (let power = -decimals; power <= 6; power++) {
    for (const factor of [1, 2, 2.5, 5]) {
      if (factor !== 2.5 || power > -decimals) steps.push(power < 0 ? factor / 10 ** -power : factor * 10 ** power)
    }
  }
  return steps
}

/** Leaves some space above and below and never covers less than the panel's least span; bars and compared curves always show zero. */
export function valueRange(
  min: number | null,
  max: number | null,
  { mode, leastSpan = 0.1 }: Pick<ChartPanel, 'mode' | 'leastSpan'>,
): [number, number] {
  const zero = mode !== 'value'
  const low = zero ? Math.min(min ?? 0, 0) : (min ?? 0)
  const high = zero ? Math.max(max ?? 0, 0) : (max ?? 1)
  const air = Math.max((high - low) * 0.06, (leastSpan - (high - low)) / 2)
  return [low - air, high + air]
}
