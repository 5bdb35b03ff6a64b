import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Controller } from '#domain/hives/controller.ts'
import type { Scale } from '#domain/hives/scale.ts'
import { openAlarmsQuery, recentAlarmsQuery } from '../../features/alerts/alarms/alarm-queries.ts'
import { controllersQuery } from '../../features/hives/controllers/controller-queries.ts'
import { HiveScreen } from '../../features/hives/hive/hive-screen.tsx'
import { type HiveRange, hiveRangeOf } from '../../features/hives/hive/hive-search.ts'
import { NoSuchHive } from '../../features/hives/hive/no-such-hive.tsx'
import { InterventionSheet } from '../../features/hives/interventions/intervention-sheet.tsx'
import { scalesQuery } from '../../features/hives/scales/scale-queries.ts'
import type { ChartState } from '../../features/hives/timeline/chart-state.ts'
import { createScaleChart, showAddress } from '../../features/hives/timeline/scale-chart.ts'
import { ScaleCurve } from '../../features/hives/timeline/scale-curve.tsx'
import { ownColumn } from '../../features/hives/timeline/series-key.ts'
import { quantities } from '../../features/hives/timeline/timeline-panels.ts'
import { timelineSession } from '../../features/hives/timeline/timeline-session.ts'
import { dashboardQuery } from '../../features/insight/dashboard/dashboard-queries.ts'
import { useLiveDashboard } from '../../features/insight/dashboard/live-dashboard.ts'
import { user } from '../../features/people/session/session-state.ts'
import { Loaded } from '../../offline/loaded.tsx'
import { useInterventionForm } from '../-timeline/use-intervention-form.ts'
import { useTimelineFlags } from '../-timeline/use-timeline-flags.tsx'

const clock = () => Date.now()
const address = '/_signed-in/scaleoverview/$expand/$scaleId'

/** The page of a hive, composed of its curve and what belongs to other features: alarms, interventions, its last reading. */
export function HivePage() {
  const { expand, scaleId } = useParams({ from: address })
  const controllers = useQuery(controllersQuery)
  const scales = useQuery(scalesQuery)
  return (
    <Loaded query={controllers} age={false}>
      {(controllers) => (
        <Loaded query={scales} age={false}>
          {(scales) => {
            const scale = scales.find(({ id }) => String(id) === scaleId)
            const controller = controllers.find(({ id }) => String(id) === expand)
            if (!scale || scale.controllerId !== controller?.id) return <NoSuchHive moved={scale} />
            return <Hive key={scale.id} controller={controller} scale={scale} />
          }}
        </Loaded>
      )}
    </Loaded>
  )
}

function Hive({ controller, scale }: { controller: Controller; scale: Scale }) {
  useLiveDashboard()
  const { id: accountId } = useSnapshot(user)
  const { memory } = timelineSession(accountId, clock)
  const [state] = useState(() => createScaleChart(scale, Math.round(clock() / 1000)))
  const { preset } = useSnapshot(state)
  const { alarm: alarmId } = useSearch({ from: address })
  const onRange = useRangeInAddress(state)
  const onReset = useCallback(() => onRange('week'), [onRange])

  const hives = useMemo(
    () => ({ controllers: [controller], scales: [scale], scaleIds: [scale.id] }),
    [controller, scale],
  )
  const form = useInterventionForm(hives, clock)
  const { markable, details } = useTimelineFlags(state, hives, form, clock)

  const { data: dashboard } = useQuery(dashboardQuery)
  const { last = null } = dashboard?.flatMap(({ scales }) => scales).find(({ id }) => id === scale.id) ?? {}
  const column = ownColumn(scale.type)
  const value = last?.[column] ?? undefined
  const place = useMemo(
    () => ({
      id: controller.id,
      scaleIds: [scale.id],
      lastWeight: last ? Date.parse(last.time) / 1000 : undefined,
    }),
    [controller, scale, last],
  )
  return (
    <>
      <HiveScreen
        now={clock()}
        controller={controller}
        scale={scale}
        measured={{
          column,
          ...quantities[column],
          last: last && value !== undefined ? { time: last.time, value } : undefined,
        }}
        range={hiveRangeOf(preset)}
        onRange={onRange}
        curve={
          <ScaleCurve
            state={state}
            memory={memory}
            now={clock}
            controller={controller}
            scale={scale}
            place={place}
            markable={markable}
            current={alarmId}
            onReset={onReset}
            onAdd={form.writable.length > 0 ? form.add : undefined}
            details={details}
          />
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
}

/** Keeps the range as a word in the address, and shows what the address says. */
function useRangeInAddress(state: ChartState): (range: HiveRange) => void {
  const { range, alarm: alarmId } = useSearch({ from: address })
  const navigate = useNavigate({ from: '/scaleoverview/$expand/$scaleId' })
  const { data: open } = useQuery(openAlarmsQuery)
  const { data: recent } = useQuery({ ...recentAlarmsQuery, enabled: alarmId !== undefined })
  const alarm =
    alarmId === undefined ? undefined : [...(open ?? []), ...(recent ?? [])].find(({ id }) => id === alarmId)
  const { startedAt, detectedAt, endedAt } = alarm ?? {}
  useEffect(() => {
    const around = startedAt && detectedAt ? { startedAt, detectedAt, endedAt: endedAt ?? null } : undefined
    showAddress(state, range, around, Math.round(clock() / 1000))
  }, [state, range, startedAt, detectedAt, endedAt])
  return useCallback(
    (chosen: HiveRange) => {
      // pressed again it comes back from where the chart was moved to
      showAddress(state, chosen, undefined, Math.round(clock() / 1000))
      void navigate({ search: ({ alarm: _, ...before }) => ({ ...before, range: chosen }), replace: true })
    },
    [state, navigate],
  )
}
