import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { goesOn } from '#domain/alerts/pending-visits.ts'
import { newId } from '../../api/new-id.ts'
import { useVisitChanges, useVisits } from '../../features/alerts/visits/use-visits.ts'

/** Begins a visit at an apiary, or continues the current one, and navigates there. `at`: the apiary where it begins by itself, once known. */
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
  // once only, whatever is refetched in the meantime
  const begun = useRef(false)
  useEffect(() => {
    if (at === undefined || !isKnown || begun.current) return
    begun.current = true
    begin(at)
  }, [at, isKnown, begin])
  return { visits, begin, isBusy: keep.isPending }
}
