import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { SharesScreen } from '../../features/exchange/shares/shares-screen.tsx'
import { scalesQuery } from '../../features/hives/scales/scale-queries.ts'

export function SharingPage() {
  const { data: scales } = useQuery(scalesQuery)
  const nameOf = useCallback((scaleId: number) => scales?.find(({ id }) => id === scaleId)?.name ?? '', [scales])
  return <SharesScreen nameOf={nameOf} />
}
