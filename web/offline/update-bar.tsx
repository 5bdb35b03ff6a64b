import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage } from '../i18n/intl.tsx'
import { Button } from '../ui/button.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { applyUpdate } from './service-worker.ts'

/** Offers a new version of the app; nothing changes while somebody is in the middle of something. */
export function UpdateBar() {
  const [busy, setBusy] = useState(false)
  const update = () => {
    setBusy(true)
    void applyUpdate()
  }
  return (
    <Banner
      tone="accent"
      icon={RefreshCw}
      title={<FormattedMessage id="outbox.updateReady" />}
      actions={
        <Button kind="primary" busy={busy} onClick={update}>
          <FormattedMessage id="app.reload" />
        </Button>
      }
    />
  )
}
