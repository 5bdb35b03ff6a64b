import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { goesOn } from '#domain/alerts/pending-visits.ts'
import { newId } from '../../api/new-id.ts'
import { useVisitChanges, useVisits } from '../../features/alerts/visits/use-visits.ts'

/**
 * Begins a visit at an apiary, or goes on with the one that there is, and leads there. `at`: where it begins by itself, once that is known.
 */
export function useBegunVisit(at: number | undefined, hive: number | undefined, now: () => number) {
  const navigate = useNavigate()
  const { visits, isKnown } = useVisits()
  const { keep } = useVisitChanges(newId)
  const { mutate } = keep
  const begin = useCallback(
    (controllerId: number) => {
      const open = visits.findLast((visit) => visit.controllerId === controllerId && goesOn(visit, now()))
      const id = open?.id ?? newId()
      if (!open) mutate({ id, controllerId, startedAt: new Date(now()).toISOString() })
      void navigate({ to: '/visit/{-$visitId}', params: { visitId: id }, search: { hive }, replace: true })
    },
    [visits, mutate, navigate, hive, now],
  )
  // once only, whatever comes anew meanwhile
  const begun = useRef(false)
  useEffect(() => {
    if (at === undefined || !isKnown || begun.current) return
    begun.current = true
    begin(at)
  }, [at, isKnown, begin])
  return { visits, begin, isBusy: keep.isPending }
}
