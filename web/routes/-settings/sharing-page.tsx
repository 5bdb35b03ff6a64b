import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { distinctNames } from '#domain/hives/distinct-names.ts'
import { SharesScreen } from '../../features/exchange/shares/shares-screen.tsx'
import { controllersQuery } from '../../features/hives/controllers/controller-queries.ts'
import { scalesQuery } from '../../features/hives/scales/scale-queries.ts'

export function SharingPage() {
  const { data: scales } = useQuery(scalesQuery)
  const { data: controllers } = useQuery(controllersQuery)
  const names = useMemo(
    () => distinctNames(scales ?? [], ({ controllerId }) => controllers?.find(({ id }) => id === controllerId)?.name),
    [scales, controllers],
  )
  return <SharesScreen nameOf={(scaleId) => names.get(scaleId) ?? ''} />
}
