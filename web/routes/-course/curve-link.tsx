import { ChartLine } from 'lucide-react'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { ButtonLink } from '../../ui/navigation/links.ts'

/** The way from an alarm to the curve of its hive, with the alarm in view; none where it is about the transmitter. */
export function CurveLink({ alarm: { id, scaleId, controllerId } }: { alarm: Alarm }) {
  if (scaleId === null) return null
  return (
    <ButtonLink
      icon={ChartLine}
      to="/scaleoverview/$expand/$scaleId"
      params={{ expand: String(controllerId), scaleId: String(scaleId) }}
      search={{ alarm: id }}
    >
      <FormattedMessage id="scale.curve" />
    </ButtonLink>
  )
}
