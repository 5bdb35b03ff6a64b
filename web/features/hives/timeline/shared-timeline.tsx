import { ChartLine } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { SharedView } from '#domain/exchange/share.ts'
import { usePlotPixels } from '../../../charts/plot/use-plot-pixels.ts'
import { TimelineChart } from '../../../charts/timeline-chart.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { DataAge } from '../../../offline/data-age.tsx'
import { Waiting } from '../../../offline/loaded.tsx'
import { usePhone } from '../../../ui/media.ts'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import { CurvesMissing } from './curves/curves-missing.tsx'
import { useTimelineView } from './curves/use-timeline-view.ts'
import styles from './shared-timeline.module.css'
import { moveRange } from './state/chart-state.ts'
import { createSharedChart, sharedLimits, sharedScales, showWhole } from './state/shared-chart.ts'
import { useWindowHeight } from './use-window-height.ts'
import { RangePresets } from './view-controls.tsx'
import { ZoomButtons } from './zoom-buttons.tsx'

/** The height of the title, time axis and legend around the plot. */
const AROUND_PLOT_PIXELS = 256
const nothing = { interventions: [], alarms: [], jumps: [] }
const noPlaces: never[] = []
const ignore = () => {}

/** The timeline chart for anyone with a share link: read-only, within the period of the share. `now` in epoch ms. */
export function SharedTimeline({
  view,
  title,
  logo,
  now,
  onFailure,
}: {
  view: SharedView
  title: ReactNode
  logo: ReactNode
  now: () => number
  /** Called when tiles fail to load; the chart itself only says that parts may be missing. */
  onFailure: (error: unknown) => void
}) {
  const intl = useIntl()
  const phone = usePhone()
  const height = useWindowHeight()
  const [pixels, setPixels] = usePlotPixels()
  const [{ state, memory }] = useState(() => createSharedChart(view, now))
  const { range, loading } = useSnapshot(state)
  const minute = Math.ceil(now() / 60_000) * 60
  const limits = useMemo(() => sharedLimits(view, minute), [view, minute])
  const scales = useMemo(() => sharedScales(view), [view])
  const { keys, data, panels } = useTimelineView({
    state,
    memory,
    pixels,
    now,
    controllers: noPlaces,
    scales,
    places: noPlaces,
    markable: nothing,
    limits,
  })
  const { xmin: from, xmax: to } = range
  const span = useMemo(() => ({ from, to }), [from, to])
  const reset = useCallback(() => showWhole(state, view, now()), [state, view, now])

  const isPast = view.to !== null && Date.parse(view.to) <= now()

  useEffect(() => {
    if (data.error !== undefined) onFailure(data.error)
  }, [data.error, onFailure])

  const tools = (
    <div className={styles.tools}>
      {view.type === 'unlimited' && !phone && <RangePresets state={state} />}
      <ZoomButtons state={state} limits={limits} onReset={reset} />
    </div>
  )
  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        <div className={styles.title}>
          <h1>{title}</h1>
          {data.confirmedAt !== undefined && <DataAge at={data.confirmedAt} />}
        </div>
        {!phone && tools}
        {logo}
      </header>
      <CurvesMissing data={data} />
      <section className={styles.chart} aria-busy={loading}>
        {view.readings === null ? (
          <EmptyState
            icon={ChartLine}
            title={<FormattedMessage id={isPast ? 'timeline.sharedPast' : 'timeline.sharedEmpty'} />}
            next={<FormattedMessage id={isPast ? 'timeline.sharedPastNext' : 'timeline.sharedEmptyNext'} />}
          />
        ) : data.isAwaited ? (
          <Waiting>
            <Skeleton shape="chart" />
          </Waiting>
        ) : (
          <TimelineChart
            label={intl.formatMessage({ id: 'timeline.chart' }, { count: keys.length })}
            panels={panels}
            span={span}
            limits={limits}
            marks={noPlaces}
            tool="pan"
            onSpan={(next) => moveRange(state, next, true)}
            onWidth={setPixels}
            onReset={reset}
            onOpenMarks={ignore}
            room={height - AROUND_PLOT_PIXELS}
          />
        )}
      </section>
      {phone && tools}
    </div>
  )
}
