import { ChartLine, NotebookPen } from 'lucide-react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import type { HiveSearch } from './hive-search.ts'

/** Identifies a hive's page; `scaleId` is null for a transmitter, which has no such page. */
type Hive = { controllerId: number; scaleId: number | null }

/** A link to a hive's curve, with an alarm or a range in view. */
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

/** A link to note what was just done at one's own hive, possibly because of an alarm. */
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
