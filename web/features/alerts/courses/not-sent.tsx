import { CloudUpload } from 'lucide-react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { useWaits } from '../../../offline/outbox.ts'
import { Badge } from '../../../ui/display/badge.tsx'

/** Says that a change sent to the path `of` has not been sent yet. */
export function NotSent({ of }: { of: string }) {
  if (!useWaits(of)) return null
  return (
    <div>
      <Badge tone="stale" icon={CloudUpload}>
        <FormattedMessage id="alarm.waits" />
      </Badge>
    </div>
  )
}
