import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useSnapshot } from 'valtio'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { applyUpdate, workerState } from './service-worker.ts'

/** Offers a new version of the app; nothing changes under the hands of whoever is in the middle of something. */
export function UpdatePrompt() {
  const { updateReady } = useSnapshot(workerState)
  const [busy, setBusy] = useState(false)
  if (!updateReady) return null
  const update = () => {
    setBusy(true)
    void applyUpdate()
  }
  return (
    <Banner
      tone="accent"
      icon={RefreshCw}
      title={<FormattedMessage id="offline.updateReady" />}
      actions={
        <Button kind="primary" busy={busy} onClick={update}>
          <FormattedMessage id="offline.update" />
        </Button>
      }
    />
  )
}
