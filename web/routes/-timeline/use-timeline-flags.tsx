import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { ChartMark } from '../../charts/plot/cluster-marks.ts'
import { useAlarms } from '../../features/alerts/alarms/use-alarms.ts'
import { InterventionDetails } from '../../features/hives/interventions/intervention-details.tsx'
import { useInterventions } from '../../features/hives/interventions/use-interventions.ts'
import { alarmsInSpan, jumpsInSpan } from '../../features/hives/timeline/marks/mark-queries.ts'
import type { ChartState } from '../../features/hives/timeline/state/chart-state.ts'
import { AlarmFlag } from './alarm-flag.tsx'
import type { InterventionForm } from './use-intervention-form.ts'
import type { TimelineHives } from './use-timeline-hives.ts'

const none: never[] = []

type Hives = Pick<TimelineHives, 'controllers' | 'scales' | 'scaleIds'>

/** The alarms, jumps and interventions of the visible scales, and what is shown when one is pressed. */
export function useTimelineFlags(
  state: ChartState,
  { controllers, scales, scaleIds }: Hives,
  form: InterventionForm,
  now: () => number,
) {
  const { range, displayFlags } = useSnapshot(state)
  const span = { from: range.xmin, to: range.xmax }
  const { data: alarms = none } = useAlarms(alarmsInSpan(scaleIds, span, displayFlags))
  const { data: jumps = none } = useQuery(jumpsInSpan(scaleIds, span, displayFlags))
  const all = useInterventions()
  const interventions = useMemo(() => all.filter(({ scaleId }) => scaleIds.includes(scaleId)), [all, scaleIds])
  const markable = useMemo(() => ({ interventions, alarms, jumps }), [interventions, alarms, jumps])

  const details = (mark: ChartMark, close: () => void): ReactNode => {
    const alarm = alarms.find(({ id }) => mark.id === `a${id}`)
    if (alarm) {
      const controller = controllers.find(({ id }) => id === alarm.controllerId)
      const place = scales.find(({ id }) => id === alarm.scaleId)?.name ?? controller?.name ?? ''
      const own = controller?.access === 'own'
      return <AlarmFlag alarm={alarm} place={place} apiary={controller} own={own} now={now} onMuted={close} />
    }
    const intervention = interventions.find(({ id }) => mark.id === `i${id}`)
    if (!intervention) return null
    return (
      <InterventionDetails
        intervention={intervention}
        editable={form.writable.some(({ id }) => id === intervention.scaleId)}
        onEdit={() => {
          close()
          form.edit(intervention)
        }}
        onRemove={() => {
          close()
          form.remove(intervention)
        }}
      />
    )
  }
  return { markable, details }
}
