import { type ReactNode, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Controller } from '#domain/hives/controller.ts'
import type { Scale } from '#domain/hives/scale.ts'
import type { ChartMark } from '../../../charts/plot/cluster-marks.ts'
import { usePlotPixels } from '../../../charts/plot/use-plot-pixels.ts'
import { TimelineChart } from '../../../charts/timeline-chart.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { DataAge } from '../../../offline/data-age.tsx'
import { Waiting } from '../../../offline/loaded.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import { CurvesMissing } from './curves/curves-missing.tsx'
import { useTimelineView } from './curves/use-timeline-view.ts'
import { useYearBefore } from './curves/use-year-before.ts'
import { MarkSheet } from './marks/mark-sheet.tsx'
import { type ScaleWords, scaleMarks } from './marks/scale-marks.ts'
import type { Markable } from './marks/timeline-marks.ts'
import styles from './scale-curve.module.css'
import { type ChartState, moveRange, type ShownController } from './state/chart-state.ts'
import { wholeRange } from './state/range-presets.ts'
import type { TileMemory } from './tiles/tile-memory.ts'

/** The height of a line of values above the plot, and the gap below it, in CSS pixels. */
const LINE_PIXELS = 22
const GAP_PIXELS = 8

const unmarked = { interventions: [], alarms: [], jumps: [] }

/** The curve of one scale with its flags, as on a hive's page: the same tiles as in the comparison, but nothing to choose. */
export function ScaleCurve({
  state,
  memory,
  now,
  controller,
  scale,
  place,
  markable,
  leastSpan,
  current,
  hasRegions,
  onReset,
  onAdd,
  details,
  room,
}: {
  state: ChartState
  memory: TileMemory
  /** Epoch ms. */
  now: () => number
  controller: Controller
  scale: Scale
  place: ShownController
  markable: Markable
  /** The minimum span of the weight axis in kg, which depends on this scale's noise. */
  leastSpan: number
  /** The alarm that the page was opened for. */
  current: number | undefined
  /** Whether there are regions at all; undefined while that is not known. */
  hasRegions: boolean | undefined
  onReset: () => void
  /** Notes an intervention at a time (epoch seconds); undefined if none may be noted. */
  onAdd: ((time: number) => void) | undefined
  /** The content and actions of a flag's sheet. */
  details: (mark: ChartMark, close: () => void) => ReactNode
  /** CSS pixels for the plot with its flags and the values above it; undefined if there is enough room. */
  room?: number | undefined
}) {
  const intl = useIntl()
  const chart = useSnapshot(state)
  const [pixels, setPixels] = usePlotPixels()
  const [opened, open] = useState<readonly ChartMark[]>([])
  const of = useMemo(
    () => ({ controllers: [controller], scales: [scale], places: [place] }),
    [controller, scale, place],
  )
  const { keys, data, panels: own, notes } = useTimelineView({ state, memory, pixels, now, markable: unmarked, ...of })
  const marks = useMemo(() => {
    const changed = (name: string, change: number | undefined) =>
      change === undefined ? name : intl.formatMessage({ id: 'timeline.changed' }, { name, change })
    const words: ScaleWords = {
      intervention: (label, change) => changed(intl.formatMessage({ id: `intervention.label.${label}` }), change),
      alarm: (type, change) => changed(intl.formatMessage({ id: `alarm.type.${type}` }), change),
      hands: (change) => intl.formatMessage({ id: 'timeline.byHand' }, { change }),
    }
    return scaleMarks(markable, words, current)
  }, [markable, current, intl])

  const { xmin: from, xmax: to } = chart.range
  const span = useMemo(() => ({ from, to }), [from, to])
  const limits = wholeRange(Math.ceil(now() / 60_000) * 60)
  const before = useYearBefore(memory, scale, data.points.get(keys[0] ?? ''), data.level, span, now)
  const panels = useMemo(
    () =>
      own.map((panel) => {
        const series = panel.series.map((one) => ({ ...one, solid: !one.reference }))
        const least = Math.max(panel.leastSpan ?? 0, panel.id === 'weight' ? leastSpan : 0)
        return { ...panel, leastSpan: least, series: before ? [...series, before] : series }
      }),
    [own, before, leastSpan],
  )

  // with more than one series, the time has a line of its own
  const [{ series } = { series: [] }] = panels
  const lines = series.length > 1 ? series.length + 1 : 1

  // nothing can be done if there are no regions, too few hives count, or no day is over yet, so those notes are left out
  const shownNotes = notes.filter((note) => note === 'averageNoRegion' && hasRegions && controller.access === 'own')

  return (
    <>
      <CurvesMissing data={data} />
      <section className={styles.chart} aria-busy={chart.loading}>
        {data.isAwaited ? (
          <Waiting>
            <Skeleton shape="chart" />
          </Waiting>
        ) : (
          <TimelineChart
            label={intl.formatMessage({ id: 'timeline.curveOf' }, { name: scale.name })}
            panels={panels}
            span={span}
            limits={limits}
            marks={marks}
            tool="pan"
            readout="above"
            onSpan={(next) => moveRange(state, next, true)}
            onWidth={setPixels}
            onReset={onReset}
            onPlace={onAdd && ((time) => onAdd(Math.round(time)))}
            onOpenMarks={open}
            room={room && room - lines * LINE_PIXELS - GAP_PIXELS}
          />
        )}
        {shownNotes.map((note) => (
          <p key={note} className={styles.note}>
            <FormattedMessage id={`timeline.note.${note}`} />
          </p>
        ))}
        {data.confirmedAt !== undefined && (
          <div className={styles.age}>
            <DataAge at={data.confirmedAt} />
          </div>
        )}
      </section>
      <MarkSheet marks={opened} onClose={() => open([])} details={details} />
    </>
  )
}
