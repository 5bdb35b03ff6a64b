import { useQuery } from '@tanstack/react-query'
import { controllersQuery } from '../../features/controllers/controller-queries.ts'
import { ScalesScreen } from '../../features/scales/scales-screen.tsx'

export function ScalesPage() {
  const { data: controllers = [] } = useQuery(controllersQuery)
  return <ScalesScreen places={controllers.map(({ id, name, access }) => ({ id, name, own: access === 'own' }))} />
}
