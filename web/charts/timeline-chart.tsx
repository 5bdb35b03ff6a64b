import { type CSSProperties, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from '../i18n/intl.tsx'
import { useWidth } from '../ui/layout/use-width.ts'
import { rootPixels } from '../ui/root-pixels.ts'
import styles from './chart.module.css'
import { ChartFlags } from './chart-flags.tsx'
import { Panel } from './chart-panel.tsx'
import { AXIS_PIXELS, EDGE_PIXELS, LABELS_PIXELS, letterScale, TIME_AXIS_PIXELS } from './plot/chart-options.ts'
import type { ChartPanel, ChartSeries } from './plot/chart-series.ts'
import type { ChartMark } from './plot/cluster-marks.ts'
import type { TimeSpan } from './points/align-series.ts'
import { ChartReadout } from './readout/chart-readout.tsx'
import { ChartSummary } from './readout/chart-summary.tsx'
import { ChartTip } from './readout/chart-tip.tsx'
import { describeCursor } from './readout/read-panels.ts'
import { SpanReadout } from './readout/span-readout.tsx'
import { attachGestures, type ChartTool } from './view/chart-gestures.ts'
import { pressChartKey } from './view/chart-keys.ts'
import { createChartView } from './view/chart-view.ts'
import { attachWheel } from './view/chart-wheel.ts'

/** From this width on, curves are labeled at their end. */
const LABELED_WIDTH = 720
const LABELED_SERIES = 10
const SETTLED_MS = 150
/** A lower plot would no longer show any curve. */
const LEAST_PIXELS = 110
const TOLD_MS = 400
/** The height that the flags take up in a small frame. */
const FLAGS_PIXELS = 38

/**
 * Curves over time in a stack of panels that move together. `span` and `limits` in epoch seconds. The person moves the span; `onSpan` is called when the
 * movement settles. A new `span` from outside moves the chart.
 */
export function TimelineChart({
  label,
  panels,
  span,
  limits,
  marks,
  tool,
  onSpan,
  onWidth,
  onReset,
  onPlace,
  onOpenMarks,
  room = Number.POSITIVE_INFINITY,
  readout = 'below',
  nameOf,
}: {
  /** What the chart shows, for screen readers. */
  label: string
  panels: readonly ChartPanel[]
  span: TimeSpan
  limits: TimeSpan
  marks: readonly ChartMark[]
  tool: ChartTool
  onSpan: (span: TimeSpan) => void
  /** The plot's width in CSS pixels, which determines the level of data worth loading. */
  onWidth: (pixels: number) => void
  onReset: () => void
  /** Called when a time was picked: a tap with the tool `place`, a long press, or Enter. */
  onPlace?: ((time: number) => void) | undefined
  onOpenMarks: (marks: readonly ChartMark[]) => void
  /** The maximum height in CSS pixels of the first panel with its flags, for example in a small frame. */
  room?: number | undefined
  /** Where the values under the cursor are shown; `above` they are never under the finger or out of sight. */
  readout?: 'above' | 'below'
  /** Replaces a curve's name in the readout, for example with a link. */
  nameOf?: (series: ChartSeries) => ReactNode
}) {
  const intl = useIntl()
  const help = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: one view for the life of the chart; spans reach it below
  const view = useMemo(() => createChartView(span, limits), [])
  const stack = useRef<HTMLDivElement>(null)
  const width = useWidth(stack, 0)
  const surface = useRef<HTMLDivElement>(null)
  const selectionBox = useRef<HTMLDivElement>(null)
  const told = useRef<HTMLParagraphElement>(null)
  const tellTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [measured, setMeasured] = useState<TimeSpan>()
  const latest = useRef({ tool, onSpan, onReset, onPlace, panels, intl, span })
  latest.current = { tool, onSpan, onReset, onPlace, panels, intl, span }

  const { from, to } = span
  const { from: earliest, to: newest } = limits
  // limits advance with time, which must not undo an ongoing movement of the chart
  useEffect(() => view.setLimits({ from: earliest, to: newest }), [view, earliest, newest])
  useEffect(() => view.setSpan({ from, to }), [view, from, to])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unfollow = view.follow((change) => {
      placeSelection(selectionBox.current, view.selection(), view.span())
      if (!change.span) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        const now = view.span()
        const before = latest.current.span
        if (now.from !== before.from || now.to !== before.to) latest.current.onSpan(now)
      }, SETTLED_MS)
    })
    return () => {
      clearTimeout(timer)
      unfollow()
    }
  }, [view])

  useEffect(() => {
    if (!surface.current) return
    const wheelOff = attachWheel(stack.current!, surface.current, view)
    const gesturesOff = attachGestures(surface.current, {
      view,
      tool: () => latest.current.tool,
      plot: () => surface.current!.getBoundingClientRect(),
      onReset: () => latest.current.onReset(),
      onPlace: (time) => latest.current.onPlace?.(time),
      onLongPress: (time) => latest.current.onPlace?.(time),
      onMeasured: setMeasured,
    })
    return () => {
      wheelOff()
      gesturesOff()
    }
  }, [view])
  useEffect(() => () => clearTimeout(tellTimer.current), [])

  const seriesCount = panels.reduce((most, panel) => Math.max(most, panel.series.length), 0)
  const bars = panels.some(({ mode }) => mode === 'delta')
  const letters = letterScale(width, rootPixels())
  const labeled = width >= LABELED_WIDTH * letters && seriesCount <= LABELED_SERIES && !bars
  const plotWidth = Math.max(0, width - (AXIS_PIXELS + (labeled ? LABELS_PIXELS : EDGE_PIXELS)) * letters)
  useEffect(() => {
    if (plotWidth > 0) onWidth(plotWidth)
  }, [plotWidth, onWidth])

  const tell = () => {
    clearTimeout(tellTimer.current)
    tellTimer.current = setTimeout(() => {
      const { panels, intl } = latest.current
      if (told.current) told.current.textContent = describeCursor(panels, view, intl)
    }, TOLD_MS)
  }
  const endMeasuring = () => {
    view.setSelection(undefined)
    setMeasured(undefined)
  }
  // marks just outside the view count too, so that the plots do not jump when the chart is moved
  const hasRoomForFlags = marks.some(({ time }) => time > 2 * from - to && time < 2 * to - from)
  const plotRoom = hasRoomForFlags ? room - FLAGS_PIXELS : room
  const heights = panelHeights(panels.length, width || window.innerWidth, plotRoom, letters)
  // the plots appear a moment later; the reserved height keeps what is below from jumping
  const stackHeight = heights.reduce((sum, height) => sum + height, 0)

  return (
    <div
      className={styles.chart}
      style={{ '--letters': letters } as CSSProperties}
      data-tool={tool}
      data-labeled={labeled}
    >
      {readout === 'above' && <ChartReadout panels={panels} view={view} place="above" />}
      {hasRoomForFlags && <ChartFlags marks={marks} view={view} plotWidth={plotWidth} onOpen={onOpenMarks} />}
      <div
        ref={stack}
        className={styles.stack}
        style={{ minHeight: stackHeight }}
        role="application"
        aria-roledescription={intl.formatMessage({ id: 'chart.role' })}
        aria-label={label}
        aria-describedby={help}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the chart can be moved by keyboard
        tabIndex={0}
        onKeyDown={(event) => {
          const target = { view, onReset, onPlace, onMeasured: setMeasured, onCursorMoved: tell }
          if (pressChartKey(event, target)) event.preventDefault()
        }}
      >
        {width > 0 &&
          panels.map((panel, index) => (
            <Panel
              key={panel.id}
              panel={panel}
              view={view}
              marks={marks}
              width={width}
              height={heights[index]!}
              labeled={labeled}
              timeAxis={index === panels.length - 1}
              letters={letters}
            />
          ))}
        <div ref={surface} className={styles.surface}>
          <div ref={selectionBox} className={styles.selection} hidden />
          {readout === 'below' && <ChartTip panels={panels} view={view} />}
        </div>
      </div>
      <p id={help} className={styles.unseen}>
        <FormattedMessage id="chart.keys" />
        {onPlace && (
          <>
            {' '}
            <FormattedMessage id="chart.keys.place" />
          </>
        )}
      </p>
      <p ref={told} className={styles.unseen} aria-live="polite" />
      {measured && <SpanReadout panels={panels} span={measured} onClose={endMeasuring} />}
      {readout === 'below' && <ChartReadout panels={panels} view={view} nameOf={nameOf} />}
      <ChartSummary panels={panels} span={span} />
    </div>
  )
}

function placeSelection(box: HTMLDivElement | null, selection: TimeSpan | undefined, span: TimeSpan): void {
  if (!box) return
  const length = span.to - span.from
  box.hidden = !selection
  if (!selection) return
  const left = Math.max(0, (selection.from - span.from) / length)
  const right = Math.min(1, (selection.to - span.from) / length)
  box.style.left = `${left * 100}%`
  box.style.width = `${Math.max(0, right - left) * 100}%`
}

/** In CSS pixels: the first panel is the large one; the last one also has the time axis. */
function panelHeights(count: number, width: number, room: number, letters: number): number[] {
  const phone = width < 640
  const large = Math.min(phone ? 300 : count > 1 ? 340 : 420, Math.max(LEAST_PIXELS, room))
  const small = phone ? 130 : 150
  return Array.from(
    { length: count },
    (_, index) => (index === 0 ? large : small) + (index === count - 1 ? TIME_AXIS_PIXELS * letters : 0),
  )
}
