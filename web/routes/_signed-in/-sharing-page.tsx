import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { scalesQuery } from '../../features/scales/scale-queries.ts'
import { SharesScreen } from '../../features/shares/shares-screen.tsx'

export function SharingPage() {
  const { data: scales } = useQuery(scalesQuery)
  const nameOf = useCallback((scaleId: number) => scales?.find(({ id }) => id === scaleId)?.name ?? '', [scales])
  return <SharesScreen nameOf={nameOf} />
}
