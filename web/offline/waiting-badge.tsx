import { CloudUpload, TriangleAlert } from 'lucide-react'
import { FormattedMessage } from '../i18n/intl.tsx'
import { Badge } from '../ui/display/badge.tsx'
import { type UnsentChange, useUnsent } from './outbox.ts'

/** Says that a change to something is waiting on this device, and for what. `of`: its path, such as `/api/scale/1`. */
export function WaitingBadge({ of }: { of: string }) {
  const fails = useUnsent().some((change) => change.trouble && isOf(change, of))
  return (
    <Badge wrap tone="stale" icon={fails ? TriangleAlert : CloudUpload}>
      <FormattedMessage id={fails ? 'outbox.state.retried' : 'outbox.state.network'} />
    </Badge>
  )
}

/** A newly created thing has its id in the body. */
const isOf = ({ path, body }: UnsentChange, thing: string) =>
  path === thing || `${path}/${(body as { id?: unknown } | null | undefined)?.id}` === thing
