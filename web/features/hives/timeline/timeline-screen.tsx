import { Link } from '@tanstack/react-router'
import { ChartLine, Share2 } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Controller } from '#domain/hives/controller.ts'
import type { Scale } from '#domain/hives/scale.ts'
import type { ChartPanel, ChartSeries } from '../../../charts/plot/chart-series.ts'
import type { ChartMark } from '../../../charts/plot/cluster-marks.ts'
import { usePlotPixels } from '../../../charts/plot/use-plot-pixels.ts'
import { TimelineChart } from '../../../charts/timeline-chart.tsx'
import type { ChartTool } from '../../../charts/view/chart-gestures.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { DataAge } from '../../../offline/data-age.tsx'
import { Waiting } from '../../../offline/loaded.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Heading } from '../../../ui/layout/text.tsx'
import { usePhone } from '../../../ui/media.ts'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { useSmallScreen } from '../../../ui/small-screen.ts'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import { CurvePicker } from './curve-picker.tsx'
import { CurvesMissing } from './curves/curves-missing.tsx'
import { useTimelineView } from './curves/use-timeline-view.ts'
import { MarkSheet } from './marks/mark-sheet.tsx'
import type { Markable } from './marks/timeline-marks.ts'
import { type ChartState, moveRange, type ShownController, showSeries } from './state/chart-state.ts'
import { defaultRange } from './state/default-range.ts'
import { wholeRange } from './state/range-presets.ts'
import { parseSeriesKey } from './state/series-key.ts'
import { lastWeightOf, weightKeys } from './state/shown-controllers.ts'
import type { TileMemory } from './tiles/tile-memory.ts'
import styles from './timeline-screen.module.css'
import { ToolButtons } from './tool-buttons.tsx'
import { RangePresetButtons, RangePresets, ViewSwitches } from './view-controls.tsx'
import { ZoomButtons } from './zoom-buttons.tsx'

/** The height of a plot's time axis and the edges around both, in CSS pixels: on a phone in landscape, all of it is in view. */
const AROUND_PLOT_PIXELS = 70

/** The comparison of scales. Alarms and interventions are passed in, as is what their flags and `displayShare` open. */
export function TimelineScreen({
  state,
  memory,
  now,
  controllers,
  scales,
  places,
  markable,
  onAdd,
  details,
  below,
  hasRegions,
}: {
  state: ChartState
  memory: TileMemory
  /** Epoch ms. */
  now: () => number
  controllers: readonly Controller[]
  scales: readonly Scale[]
  places: readonly ShownController[]
  markable: Markable
  /** Notes an intervention at a time (epoch seconds) on the chart; undefined if there is no hive to note it for. */
  onAdd: ((time: number) => void) | undefined
  /** The content and actions of a flag's sheet. */
  details: (mark: ChartMark, close: () => void) => ReactNode
  /** Panels that move with the curves above them, their picker, and a notice about them. */
  below: { panels: readonly ChartPanel[]; picker: ReactNode; notice: ReactNode }
  /** Whether there are regions at all; undefined while that is not known. */
  hasRegions: boolean | undefined
}) {
  const intl = useIntl()
  const phone = usePhone()
  const { shape, height } = useSmallScreen()
  const chart = useSnapshot(state)
  const [pixels, setPixels] = usePlotPixels()
  const [tool, setTool] = useState<ChartTool>('pan')
  const [sheet, setSheet] = useState<'curves' | 'view'>()
  const [opened, open] = useState<readonly ChartMark[]>([])

  const { keys, data, panels, marks, notes } = useTimelineView({
    state,
    memory,
    pixels,
    now,
    controllers,
    scales,
    places,
    markable,
  })

  const allPanels = useMemo(() => [...panels, ...below.panels], [panels, below.panels])
  const { xmin: from, xmax: to } = chart.range
  const span = useMemo(() => ({ from, to }), [from, to])
  const limits = wholeRange(Math.ceil(now() / 60_000) * 60)
  const reset = useCallback(
    () => moveRange(state, defaultRange(lastWeightOf(keys, places) ?? Math.round(now() / 1000))),
    [state, places, keys, now],
  )
  const place = useCallback(
    (time: number) => {
      setTool('pan')
      onAdd?.(Math.round(time))
    },
    [onAdd],
  )
  const nameOf = useCallback(
    ({ key, label }: ChartSeries) => {
      const scale = scales.find(({ id }) => id === parseSeriesKey(key)?.seriesId)
      if (!scale) return label
      const params = { expand: String(scale.controllerId), scaleId: String(scale.id) }
      return (
        <Link to="/scaleoverview/$expand/$scaleId" params={params}>
          {label}
        </Link>
      )
    },
    [scales],
  )
  const picker = <CurvePicker state={state} controllers={controllers} scales={scales} places={places} />
  const compensates = scales.some(
    ({ id, temperatureCompensation }) => temperatureCompensation && keys.includes(`${id}`),
  )
  const switches = <ViewSwitches state={state} compensates={compensates} />

  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        <div className={styles.title}>
          <h1>
            <FormattedMessage id="timeline.title" />
          </h1>
          {data.confirmedAt !== undefined && <DataAge at={data.confirmedAt} />}
        </div>
        <IconButton
          icon={Share2}
          label={intl.formatMessage({ id: 'timeline.share' })}
          onClick={() => {
            state.displayShare = true
          }}
        />
      </header>

      {!phone && (
        <div className={styles.toolbar}>
          <RangePresets state={state} />
          <ZoomButtons state={state} limits={limits} onReset={reset} />
          <span className={styles.spring} />
          <ToolButtons compact={shape === 'turned'} tool={tool} onTool={setTool} canPlace={onAdd !== undefined} />
        </div>
      )}

      <div className={styles.columns}>
        <section className={styles.chart} aria-busy={chart.loading}>
          <CurvesMissing data={data} />
          {tool !== 'pan' && (
            <div className={styles.hint} role="status">
              <FormattedMessage id={tool === 'measure' ? 'timeline.measureHint' : 'timeline.addHint'} />
              {tool === 'place' && (
                <Button onClick={() => place(now() / 1000)}>
                  <FormattedMessage id="timeline.addNow" />
                </Button>
              )}
            </div>
          )}
          {notes.map((note) => (
            <p key={note} className={styles.hint} role="status">
              <FormattedMessage
                id={`timeline.note.${note === 'averageNoRegion' && hasRegions === false ? 'averageNoRegions' : note}`}
              />
            </p>
          ))}
          {keys.length === 0 ? (
            <EmptyState
              icon={ChartLine}
              title={<FormattedMessage id="timeline.empty" />}
              next={<FormattedMessage id={scales.length > 0 ? 'timeline.emptyNext' : 'timeline.noScalesNext'} />}
              action={
                scales.length > 0 ? (
                  <Button kind="primary" onClick={() => showSeries(state, weightKeys(scales), places)}>
                    <FormattedMessage id="timeline.showWeights" />
                  </Button>
                ) : (
                  controllers.length === 0 && (
                    <ButtonLink kind="primary" to="/settings/register">
                      <FormattedMessage id="timeline.register" />
                    </ButtonLink>
                  )
                )
              }
            />
          ) : data.isAwaited ? (
            <Waiting>
              <Skeleton shape="chart" />
            </Waiting>
          ) : (
            <TimelineChart
              label={intl.formatMessage({ id: 'timeline.chart' }, { count: keys.length })}
              panels={allPanels}
              span={span}
              limits={limits}
              marks={marks}
              tool={tool}
              onSpan={(next) => moveRange(state, next, true)}
              onWidth={setPixels}
              onReset={reset}
              onPlace={onAdd && place}
              onOpenMarks={open}
              nameOf={nameOf}
              room={shape === 'turned' ? height - AROUND_PLOT_PIXELS : undefined}
            />
          )}
          {keys.length > 0 && below.notice && <div className={styles.below}>{below.notice}</div>}
        </section>
        {!phone && (
          <aside className={styles.side}>
            <Heading level={2}>
              <FormattedMessage id="timeline.curves" />
            </Heading>
            {picker}
            <Heading level={2}>
              <FormattedMessage id="timeline.view" />
            </Heading>
            {switches}
            {below.picker}
          </aside>
        )}
      </div>

      {phone && (
        <div className={styles.thumb}>
          <div>
            <Button onClick={() => setSheet('curves')}>
              <FormattedMessage id="timeline.curves" />
            </Button>
            <Button onClick={() => setSheet('view')}>
              <FormattedMessage id="timeline.view" />
            </Button>
          </div>
          <div>
            <ToolButtons compact tool={tool} onTool={setTool} canPlace={onAdd !== undefined} />
          </div>
        </div>
      )}

      <Sheet
        open={phone && sheet === 'curves'}
        onClose={() => setSheet(undefined)}
        title={<FormattedMessage id="timeline.curves" />}
      >
        {picker}
      </Sheet>
      <Sheet
        open={phone && sheet === 'view'}
        onClose={() => setSheet(undefined)}
        title={<FormattedMessage id="timeline.view" />}
      >
        <div className={styles.viewSheet}>
          <RangePresetButtons state={state} />
          <ZoomButtons state={state} limits={limits} onReset={reset} />
          {switches}
          {below.picker}
        </div>
      </Sheet>
      <MarkSheet marks={opened} onClose={() => open([])} details={details} />
    </div>
  )
}
