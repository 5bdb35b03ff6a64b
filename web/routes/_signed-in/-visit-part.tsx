import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { NotebookPen } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { DashboardController } from '#domain/insight/dashboard.ts'
import { InterventionSheet } from '../../features/hives/interventions/intervention-sheet.tsx'
import { scalesQuery } from '../../features/hives/scales/scale-queries.ts'
import { HoldAlarms } from '../../features/insight/dashboard/hold-alarms.tsx'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Heading, Text } from '../../ui/text.tsx'
import { useInterventionForm } from '../-timeline/use-intervention-form.ts'

const clock = () => Date.now()
const none: never[] = []

/**
 * Where the shortcuts of the app's icon lead: a note of now at any of one's hives, and what one does at an apiary, which is to hold its
 * alarms back and to note. `now` in epoch ms.
 */
export function VisitPart({
  opens,
  places,
  now,
}: {
  opens: 'note' | 'visit'
  places: readonly DashboardController[]
  now: number
}) {
  const navigate = useNavigate()
  const own = useMemo(() => places.filter(({ access }) => access === 'own'), [places])
  const [notedAt, setNotedAt] = useState<DashboardController>()
  const { data: scales = none } = useQuery(scalesQuery)
  const hives = useMemo(() => {
    const shown = scales.filter(({ controllerId }) => !notedAt || controllerId === notedAt.id)
    return { controllers: own, scales: shown, scaleIds: shown.map(({ id }) => id) }
  }, [own, scales, notedAt])
  const form = useInterventionForm(hives, clock)
  const isNoting = opens === 'note' || notedAt !== undefined
  const isReady = form.writable.length > 0
  // once only: lists that come anew while somebody writes begin nothing anew
  const [isBegun, setIsBegun] = useState(false)
  const { add, draft } = form
  const leave = useCallback(
    () => void navigate({ to: '/dashboard', search: ({ open: _, ...before }) => before, replace: true }),
    [navigate],
  )
  useEffect(() => {
    if (!isNoting || !isReady) return
    if (!isBegun) {
      add(clock() / 1000)
      setIsBegun(true)
    } else if (!draft) {
      // saved, or let be
      if (!notedAt) return leave()
      setNotedAt(undefined)
      setIsBegun(false)
    }
  }, [isNoting, isReady, isBegun, add, draft, notedAt, leave])
  return (
    <>
      <Sheet
        open={opens === 'visit' && !notedAt && own.length > 0}
        onClose={leave}
        title={<FormattedMessage id="hive.visit" />}
      >
        <Stack>
          <Text>
            <FormattedMessage id="hive.visit.next" />
          </Text>
          {own.map((place) => (
            <Stack key={place.id} as="section" gap={2}>
              <Heading level={3}>{place.name}</Heading>
              <Row gap={2}>
                <HoldAlarms controller={place} now={now} />
                {place.scales.length > 0 && (
                  <Button icon={NotebookPen} onClick={() => setNotedAt(place)}>
                    <FormattedMessage id="intervention-screen.note" />
                  </Button>
                )}
              </Row>
            </Stack>
          ))}
        </Stack>
      </Sheet>
      <InterventionSheet
        draft={draft}
        editing={false}
        scales={form.writable}
        now={clock}
        busy={form.isBusy}
        onSave={form.save}
        onClose={form.close}
      />
    </>
  )
}
