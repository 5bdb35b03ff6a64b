import { SignalLow } from 'lucide-react'
import { createPortal } from 'react-dom'
import { useSnapshot } from 'valtio'
import { cancelSlowCalls, slowCalls } from '../api/slow-calls.ts'
import { FormattedMessage } from '../i18n/intl.tsx'
import { Button } from '../ui/button.tsx'
import { modals } from '../ui/overlay/use-modal.ts'
import { Banner } from '../ui/status/banner.tsx'
import styles from './slow-notice.module.css'

/** Says that an answer is still pending, on top of whatever asked for it, with a button to cancel. */
export function SlowNotice() {
  const { count } = useSnapshot(slowCalls)
  if (count === 0) return null
  return createPortal(
    <div className={styles.notice}>
      <Banner
        tone="stale"
        icon={SignalLow}
        title={<FormattedMessage id="app.slow" />}
        actions={
          <Button onClick={cancelSlowCalls}>
            <FormattedMessage id="app.slow.stop" />
          </Button>
        }
      />
    </div>,
    modals.open.at(-1) ?? document.body,
  )
}
