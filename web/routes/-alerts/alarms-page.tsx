import { useQuery } from '@tanstack/react-query'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { AlarmsScreen } from '../../features/alerts/alarms/alarms-screen.tsx'
import { controllersQuery } from '../../features/hives/controllers/controller-queries.ts'
import { CurveLink, NoteLink } from '../../features/hives/hive/hive-links.tsx'
import { scalesQuery } from '../../features/hives/scales/scale-queries.ts'
import { useLiveDashboard } from '../../features/insight/dashboard/live-dashboard.ts'
import { RenewLink } from '../../features/shop/subscriptions/renew-link.tsx'
import { AlarmCourse } from '../-course/alarm-course.tsx'

export function AlarmsPage() {
  // the figures and curves of ongoing alarms grow with each reading
  useLiveDashboard()
  const { data: controllers = [] } = useQuery(controllersQuery)
  const { data: scales = [] } = useQuery(scalesQuery)
  const controllerOf = (id: number) => controllers.find((controller) => controller.id === id)
  const isOwn = ({ controllerId }: Pick<Alarm, 'controllerId'>) => controllerOf(controllerId)?.access === 'own'
  return (
    <AlarmsScreen
      places={{
        nameOf: ({ scaleId, controllerId }) =>
          scales.find(({ id }) => id === scaleId)?.name ?? controllerOf(controllerId)?.name ?? '',
        apiaryOf: ({ controllerId }) => controllerOf(controllerId),
        mayJudge: isOwn,
        afterOf: (alarm) => <AlarmCourse alarm={alarm} mayChange={isOwn(alarm)} />,
        actionsOf: (alarm, open) => (
          <>
            <CurveLink hive={alarm} search={{ alarm: alarm.id }} />
            {isOwn(alarm) && <NoteLink hive={alarm} alarm={alarm.id} />}
            {open && alarm.type === 'subscription' && isOwn(alarm) && <RenewLink controllerId={alarm.controllerId} />}
          </>
        ),
      }}
    />
  )
}
