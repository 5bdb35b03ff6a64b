import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { goesOn } from '#domain/alerts/pending-visits.ts'
import { newId } from '../../api/new-id.ts'
import { useVisitChanges, useVisits } from '../../features/alerts/visits/use-visits.ts'

/** Begins a visit at an apiary, or continues the current one, and navigates there; if it cannot be kept, back to the choice. `at`: the apiary where it begins by itself, once known. */
export function useBegunVisit(at: number | undefined, hive: number | undefined, now: () => number) {
  const navigate = useNavigate()
  const router = useRouter()
  const { visits, isKnown } = useVisits()
  const { keep } = useVisitChanges(newId)
  const { mutateAsync } = keep
  const begin = useCallback(
    (controllerId: number) => {
      const open = visits.findLast((visit) => visit.controllerId === controllerId && goesOn(visit, now()))
      const id = open?.id ?? newId()
      const show = (visitId: string | undefined) =>
        void navigate({ to: '/visit/{-$visitId}', params: { visitId }, search: { hive }, replace: true })
      if (!open) {
        mutateAsync({ id, controllerId, startedAt: new Date(now()).toISOString() }).catch(() => {
          if (router.state.location.pathname.endsWith(id)) show(undefined)
        })
      }
      show(id)
    },
    [visits, mutateAsync, navigate, router, hive, now],
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
