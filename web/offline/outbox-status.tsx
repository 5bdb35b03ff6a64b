import { CloudUpload } from 'lucide-react'
import { useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Banner } from '../ui/banner.tsx'
import { toast } from '../ui/toaster.tsx'
import { dismissRejection, useOutbox } from './outbox.ts'

/** Says how many changes wait for the network, and tells each one that the server refused later on. */
export function OutboxStatus() {
  const { pending, rejected } = useOutbox()
  const intl = useIntl()
  useEffect(() => {
    for (const { id, rejection } of rejected) {
      const reason = rejection?.message || intl.formatMessage({ id: 'offline.noReason' })
      toast.error(intl.formatMessage({ id: 'offline.changeRefused' }, { reason }), { id })
      void dismissRejection(id)
    }
  }, [rejected, intl])
  if (pending.length === 0) return null
  return (
    <Banner
      tone="stale"
      icon={CloudUpload}
      title={<FormattedMessage id="offline.waiting" values={{ count: pending.length }} />}
    />
  )
}
