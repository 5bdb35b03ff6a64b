import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { DashboardController } from '#domain/insight/dashboard.ts'
import { InterventionSheet } from '../../features/hives/interventions/intervention-sheet.tsx'
import { scalesQuery } from '../../features/hives/scales/scale-queries.ts'
import { useInterventionForm } from '../-timeline/use-intervention-form.ts'

const clock = () => Date.now()
const none: never[] = []

/** The target of a shortcut on the app's icon: a note with the current time at any of the person's hives. */
export function NotePart({ places }: { places: readonly DashboardController[] }) {
  const navigate = useNavigate()
  const own = useMemo(() => places.filter(({ access }) => access === 'own'), [places])
  const { data: scales = none } = useQuery(scalesQuery)
  const hives = useMemo(() => ({ controllers: own, scales, scaleIds: scales.map(({ id }) => id) }), [own, scales])
  const form = useInterventionForm(hives, clock)
  const isReady = form.writable.length > 0
  // once only: refetched lists must not restart anything while somebody is writing
  const [isBegun, setIsBegun] = useState(false)
  const { add, draft } = form
  const leave = useCallback(
    () => void navigate({ to: '/dashboard', search: ({ open: _, ...before }) => before, replace: true }),
    [navigate],
  )
  useEffect(() => {
    if (!isReady) return
    if (!isBegun) {
      add()
      setIsBegun(true)
      // saved or abandoned
    } else if (!draft) leave()
  }, [isReady, isBegun, add, draft, leave])
  return (
    <InterventionSheet
      draft={draft}
      editing={false}
      scales={form.writable}
      now={clock}
      busy={form.isBusy}
      onSave={form.save}
      onClose={form.close}
    />
  )
}
