import { ChartLine, NotebookPen } from 'lucide-react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import type { HiveSearch } from './hive-search.ts'

/** Where a hive has its page; `scaleId` null: it is about a transmitter, which has none. */
type Hive = { controllerId: number; scaleId: number | null }

/** To the curve of a hive, with an alarm or a span in view. */
export function CurveLink({ hive, search }: { hive: Hive; search?: Pick<HiveSearch, 'alarm' | 'range'> }) {
  const to = toHive(hive)
  return (
    to && (
      <ButtonLink {...to} icon={ChartLine} search={search ?? {}}>
        <FormattedMessage id="scale.curve" />
      </ButtonLink>
    )
  )
}

/** To a note of what was done at one's own hive just now, maybe because of an alarm. */
export function NoteLink({ hive, alarm }: { hive: Hive; alarm?: number }) {
  const to = toHive(hive)
  return (
    to && (
      <ButtonLink {...to} icon={NotebookPen} search={{ ...(alarm !== undefined && { alarm }), note: true }}>
        <FormattedMessage id="intervention-screen.note" />
      </ButtonLink>
    )
  )
}

const toHive = ({ controllerId, scaleId }: Hive) =>
  scaleId === null
    ? null
    : ({
        to: '/scaleoverview/$expand/$scaleId',
        params: { expand: String(controllerId), scaleId: String(scaleId) },
      } as const)
