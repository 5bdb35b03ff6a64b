import { NotebookPen } from 'lucide-react'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { ButtonLink } from '../../ui/navigation/links.ts'

/** From an alarm to a note of what was done at its hive just now; none where it is about the transmitter. */
export function NoteLink({ alarm: { id, scaleId, controllerId } }: { alarm: Alarm }) {
  if (scaleId === null) return null
  return (
    <ButtonLink
      icon={NotebookPen}
      to="/scaleoverview/$expand/$scaleId"
      params={{ expand: String(controllerId), scaleId: String(scaleId) }}
      search={{ alarm: id, note: true }}
    >
      <FormattedMessage id="intervention-screen.note" />
    </ButtonLink>
  )
}
