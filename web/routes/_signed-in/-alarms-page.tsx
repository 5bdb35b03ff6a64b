import { useQuery } from '@tanstack/react-query'
import { AlarmsScreen } from '../../features/alerts/alarms/alarms-screen.tsx'
import { controllersQuery } from '../../features/hives/controllers/controller-queries.ts'
import { scalesQuery } from '../../features/hives/scales/scale-queries.ts'
import { RenewLink } from '../../features/shop/subscriptions/renew-link.tsx'

export function AlarmsPage() {
  const { data: controllers = [] } = useQuery(controllersQuery)
  const { data: scales = [] } = useQuery(scalesQuery)
  const controllerOf = (id: number) => controllers.find((controller) => controller.id === id)
  return (
    <AlarmsScreen
      places={{
        nameOf: ({ scaleId, controllerId }) =>
          scales.find(({ id }) => id === scaleId)?.name ?? controllerOf(controllerId)?.name ?? '',
        mayJudge: ({ controllerId }) => controllerOf(controllerId)?.access === 'own',
        actionsOf: ({ controllerId, type }) =>
          type === 'subscription' &&
          controllerOf(controllerId)?.access === 'own' && <RenewLink controllerId={controllerId} />,
      }}
    />
  )
}
