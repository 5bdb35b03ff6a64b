import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { OutboxEntry } from '#domain/platform/worker-message.ts'
import { openAlarmsQuery, recentAlarmsQuery } from '../../features/alerts/alarms/alarm-queries.ts'
import { controllersQuery } from '../../features/hives/controllers/controller-queries.ts'
import { interventionsQuery } from '../../features/hives/interventions/intervention-queries.ts'
import { InterventionSheet } from '../../features/hives/interventions/intervention-sheet.tsx'
import { scalesQuery } from '../../features/hives/scales/scale-queries.ts'
import { OutboxScreen } from '../../features/platform/outbox/outbox-screen.tsx'
import { useIntl } from '../../i18n/intl.tsx'
import { lazyScreen } from '../-lazy-screen.ts'
import { changeWords } from './change-words.ts'
import { mendedPart } from './mended-part.ts'
import { useMendedNote } from './use-mended-note.ts'

const MendSheet = lazyScreen(() => import('../-pieces/settings.ts'), 'MendSheet', 'settings')

const clock = () => Date.now()

/** The changes waiting on this device, described by the hives and alarms they are about. */
export function OutboxPage() {
  const intl = useIntl()
  const { data: scales = [] } = useQuery(scalesQuery)
  const { data: controllers = [] } = useQuery(controllersQuery)
  const { data: interventions = [] } = useQuery(interventionsQuery)
  const { data: open = [] } = useQuery(openAlarmsQuery)
  const { data: recent = [] } = useQuery(recentAlarmsQuery)
  const known = { scales, controllers, interventions, alarms: [...open, ...recent] }
  const note = useMendedNote(interventions)
  const [mended, mend] = useState<OutboxEntry>()
  const editorOf = (entry: OutboxEntry) => note.editorOf(entry) ?? (mendedPart(entry, known) && (() => mend(entry)))
  return (
    <>
      <OutboxScreen wordsOf={(entry) => changeWords(intl, entry, known)} editorOf={editorOf} />
      <InterventionSheet
        draft={note.draft}
        editing
        scales={scales}
        now={clock}
        busy={note.isBusy}
        onSave={note.save}
        onClose={note.close}
      />
      {mended && (
        <Suspense>
          <MendSheet key={mended.id} entry={mended} onClose={() => mend(undefined)} />
        </Suspense>
      )}
    </>
  )
}
