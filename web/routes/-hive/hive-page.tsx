import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Controller } from '#domain/hives/controller.ts'
import { measuredAt, overdueSince } from '#domain/hives/measured-at.ts'
import { quantities } from '#domain/hives/quantities.ts'
import type { Scale } from '#domain/hives/scale.ts'
import { PushedWords } from '../../features/alerts/alarms/pushed-words.tsx'
import { HiveFollowUps } from '../../features/alerts/courses/hive-follow-ups.tsx'
import { controllersQuery } from '../../features/hives/controllers/controller-queries.ts'
import type { HiveTrouble } from '../../features/hives/hive/hive-notice.tsx'
import { HiveScreen } from '../../features/hives/hive/hive-screen.tsx'
import { hiveRangeOf } from '../../features/hives/hive/hive-search.ts'
import type { Measured } from '../../features/hives/hive/last-value.tsx'
import { NoSuchHive } from '../../features/hives/hive/no-such-hive.tsx'
import { Diary } from '../../features/hives/interventions/diary.tsx'
import { InterventionSheet } from '../../features/hives/interventions/intervention-sheet.tsx'
import { QuickNote } from '../../features/hives/interventions/quick-note.tsx'
import { scalesQuery } from '../../features/hives/scales/scale-queries.ts'
import { ScaleCurve } from '../../features/hives/timeline/scale-curve.tsx'
import { choosePreset, moveRange } from '../../features/hives/timeline/state/chart-state.ts'
import { defaultRange } from '../../features/hives/timeline/state/default-range.ts'
import { createScaleChart } from '../../features/hives/timeline/state/scale-chart.ts'
import { ownColumn } from '../../features/hives/timeline/state/series-key.ts'
import { timelineSession } from '../../features/hives/timeline/state/timeline-session.ts'
import { useDashboard } from '../../features/insight/dashboard/dashboard-queries.ts'
import { useLiveDashboard } from '../../features/insight/dashboard/live-dashboard.ts'
import { MuteForAnHour } from '../../features/insight/dashboard/mute-for-an-hour.tsx'
import { seasonQuery } from '../../features/insight/season/season-queries.ts'
import { user } from '../../features/people/session/session-state.ts'
import { useScreenName } from '../../features/platform/navigation/document-title.tsx'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Loaded } from '../../offline/loaded.tsx'
import { Page } from '../../ui/layout/layout.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useHiveNames } from '../-course/use-hive-names.ts'
import { useHasRegions } from '../-timeline/use-has-regions.ts'
import { useInterventionForm } from '../-timeline/use-intervention-form.ts'
import { useTimelineFlags } from '../-timeline/use-timeline-flags.tsx'
import { CompareHives } from './compare-hives.tsx'
import { HiveAlarms, newestFirst, useHiveAlarms } from './hive-alarms.tsx'
import { HiveCode } from './hive-code.tsx'
import { NextStepPart } from './next-step-part.tsx'
import { stepOf } from './step-of.ts'
import { useHiveAddress } from './use-hive-address.ts'
import { useHiveVisits } from './use-hive-visits.tsx'

const clock = () => Date.now()
/** The axis spans at least this multiple of the scale's own noise. */
const NOISES_HIGH = 4

/** The page of a hive, composed of its curve and parts of other features: alarms, diary, its last reading, the next step. */
export function HivePage() {
  const { expand, scaleId } = useParams({ from: '/_signed-in/scaleoverview/$expand/$scaleId' })
  const { alarm: linkedId } = useSearch({ from: '/_signed-in/scaleoverview/$expand/$scaleId' })
  const controllers = useQuery(controllersQuery)
  const scales = useQuery(scalesQuery)
  const isListed = !!controllers.data && scales.data?.some(({ id }) => String(id) === scaleId)
  const isOnItsWay = [controllers, scales].some(({ isFetching, isRefetchError }) => isFetching || isRefetchError)
  // what a notification said is on the device, even if everything else is missing or predates the sharing of this hive
  if (linkedId !== undefined && !isListed && (isOnItsWay || !(controllers.data && scales.data))) {
    return (
      <Page title={<FormattedMessage id="hive.title" />}>
        <PushedWords id={linkedId} />
        <Loaded query={controllers}>{() => <Loaded query={scales}>{() => null}</Loaded>}</Loaded>
      </Page>
    )
  }
  return (
    <Loaded query={controllers} age={false}>
      {(controllers) => (
        <Loaded query={scales} age={false}>
          {(scales) => {
            const scale = scales.find(({ id }) => String(id) === scaleId)
            const controller = controllers.find(({ id }) => String(id) === expand)
            if (!scale || scale.controllerId !== controller?.id) {
              const pushed = linkedId !== undefined && <PushedWords id={linkedId} isGone />
              return <NoSuchHive moved={scale} pushed={pushed} />
            }
            return <Hive key={scale.id} controller={controller} scale={scale} all={{ controllers, scales }} />
          }}
        </Loaded>
      )}
    </Loaded>
  )
}

function Hive({
  controller,
  scale,
  all,
}: {
  controller: Controller
  scale: Scale
  all: { controllers: readonly Controller[]; scales: readonly Scale[] }
}) {
  useLiveDashboard()
  const now = useNow(clock)
  const { id: accountId } = useSnapshot(user)
  const { memory } = timelineSession(accountId, clock)
  const [state] = useState(() => createScaleChart(scale, Math.round(clock() / 1000)))
  const { preset, range } = useSnapshot(state)
  useScreenName(scale.name)
  const { alarm: linkedId, note: isForNote } = useSearch({ from: '/_signed-in/scaleoverview/$expand/$scaleId' })
  const alarms = useHiveAlarms(scale.id, linkedId)
  const { alarmId, onRange } = useHiveAddress(state, alarms.known, clock)
  const onReset = useCallback(() => onRange('week'), [onRange])

  const hives = useMemo(
    () => ({ controllers: [controller], scales: [scale], scaleIds: [scale.id] }),
    [controller, scale],
  )
  const form = useInterventionForm(hives, clock)
  const isWritable = form.writable.length > 0
  const { markable, details } = useTimelineFlags(state, hives, form, clock)

  const visits = useHiveVisits(scale, markable.interventions)
  const hasRegions = useHasRegions(hives.controllers)

  const { data: dashboard } = useDashboard()
  const onDashboard = dashboard?.find(({ id }) => id === controller.id)
  const figures = dashboard?.flatMap(({ scales }) => scales).find(({ id }) => id === scale.id)
  const column = ownColumn(scale.type)
  const lastAt = figures?.last ? measuredAt(figures.last, column) : undefined
  const lastSeconds = lastAt === undefined ? undefined : Date.parse(lastAt) / 1000
  const place = useMemo(
    () => ({ id: controller.id, scaleIds: [scale.id], lastWeight: lastSeconds }),
    [controller, scale, lastSeconds],
  )
  const nameOf = useHiveNames()
  const { data: season } = useQuery(seasonQuery)
  const advice = season?.find(({ scaleId }) => scaleId === scale.id)
  const step = stepOf(controller, scale, advice, alarms.open, now)
  return (
    <>
      <HiveScreen
        now={now}
        controller={controller}
        scale={scale}
        measured={{ column, ...quantities[column], last: lastOf(), change: figures?.change24h }}
        trouble={troubleOf()}
        onShow={() => (lastSeconds ? moveRange(state, defaultRange(lastSeconds)) : choosePreset(state, 'all'))}
        range={hiveRangeOf(preset)}
        onRange={onRange}
        compare={
          <>
            <CompareHives scale={scale} {...all} />
            {isWritable && <HiveCode scale={scale} />}
          </>
        }
        next={
          <>
            {alarms.isMissing && <PushedWords id={linkedId!} />}
            <HiveFollowUps scaleId={scale.id} now={now} mayChange={controller.access === 'own'} nameOf={nameOf} />
            {step && <NextStepPart step={step} controllerId={controller.id} />}
          </>
        }
        curve={(room) => (
          <ScaleCurve
            state={state}
            memory={memory}
            now={clock}
            controller={controller}
            scale={scale}
            place={place}
            markable={markable}
            leastSpan={NOISES_HIGH * (figures?.noise ?? 0)}
            current={alarmId}
            hasRegions={hasRegions}
            onReset={onReset}
            onAdd={isWritable ? form.add : undefined}
            details={details}
            room={room}
          />
        )}
        diary={
          <Diary
            interventions={markable.interventions}
            visits={visits}
            editable={isWritable}
            onEdit={form.edit}
            onRemove={form.remove}
          />
        }
        alarms={
          <HiveAlarms
            alarms={newestFirst([...alarms.known, ...markable.alarms])}
            waiting={alarms.waiting}
            place={scale.name}
            apiary={controller}
            mayJudge={controller.access === 'own'}
            muteOf={({ type }) => onDashboard && <MuteForAnHour controller={onDashboard} type={type} now={now} />}
          />
        }
        note={
          isWritable && (
            <QuickNote
              scaleId={scale.id}
              focused={isForNote}
              now={clock}
              busy={form.isBusy}
              onNote={form.note}
              onForm={() => form.add()}
            />
          )
        }
      />
      <InterventionSheet
        draft={form.draft}
        editing={form.draft?.id !== undefined}
        scales={form.writable}
        now={clock}
        busy={form.isBusy}
        onSave={form.save}
        onClose={form.close}
      />
    </>
  )

  function lastOf(): Measured['last'] {
    if (!figures) return undefined
    const value = figures.last?.[column] ?? null
    if (!figures.last || (value === null && !figures.last[`${column}Time`])) return null
    const isOverdue = overdueSince(figures.last, column, controller.updateInterval) !== undefined
    return { time: lastAt!, value, isOverdue }
  }

  function troubleOf(): HiveTrouble | undefined {
    if (scale.state === 'archived') return { kind: 'archived' }
    if (lastAt !== undefined && lastSeconds! < range.xmin) return { kind: 'old', last: lastAt }
    return figures?.damaged ? { kind: 'damaged' } : undefined
  }
}
