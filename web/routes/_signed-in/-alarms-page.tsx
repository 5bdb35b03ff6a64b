import { useQuery } from '@tanstack/react-query'
import { ChartLine } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { AlarmsScreen } from '../../features/alerts/alarms/alarms-screen.tsx'
import { controllersQuery } from '../../features/hives/controllers/controller-queries.ts'
import { scalesQuery } from '../../features/hives/scales/scale-queries.ts'
import { RenewLink } from '../../features/shop/subscriptions/renew-link.tsx'
import { ButtonLink } from '../../ui/links.ts'
import { AlarmCourse } from '../-course/alarm-course.tsx'

export function AlarmsPage() {
  const { data: controllers = [] } = useQuery(controllersQuery)
  const { data: scales = [] } = useQuery(scalesQuery)
  const controllerOf = (id: number) => controllers.find((controller) => controller.id === id)
  return (
    <AlarmsScreen
      places={{
        nameOf: ({ scaleId, controllerId }) =>
          scales.find(({ id }) => id === scaleId)?.name ?? controllerOf(controllerId)?.name ?? '',
        apiaryOf: ({ controllerId }) => controllerOf(controllerId),
        mayJudge: ({ controllerId }) => controllerOf(controllerId)?.access === 'own',
        afterOf: (alarm) => (
          <AlarmCourse alarm={alarm} mayChange={controllerOf(alarm.controllerId)?.access === 'own'} />
        ),
        actionsOf: ({ id, scaleId, controllerId, type }, open) => (
          <>
            {scaleId !== null && (
              <ButtonLink
                icon={ChartLine}
                to="/scaleoverview/$expand/$scaleId"
                params={{ expand: String(controllerId), scaleId: String(scaleId) }}
                search={{ alarm: id }}
              >
                <FormattedMessage id="scale.curve" />
              </ButtonLink>
            )}
            {open && type === 'subscription' && controllerOf(controllerId)?.access === 'own' && (
              <RenewLink controllerId={controllerId} />
            )}
          </>
        ),
      }}
    />
  )
}
