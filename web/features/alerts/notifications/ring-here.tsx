import { BellRing } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { useRingHere } from './notification-queries.ts'
import { PushDenied, pushSupport } from './push-subscription.ts'

/** The one button that asks for the permission, with what it is for. */
export function RingHere() {
  const ring = useRingHere()
  if (pushSupport() === 'unsupported') {
    const words = window.isSecureContext ? 'notification-screen.unsupported' : 'notification-screen.insecure'
    return <Banner title={<FormattedMessage id={words} />} />
  }
  if (ring.error) {
    const denied = ring.error instanceof PushDenied
    return (
      <Banner
        tone="alarm"
        title={denied ? <FormattedMessage id="notification-screen.denied" /> : <ErrorWords error={ring.error} />}
        actions={
          <Button busy={ring.isPending} onClick={() => ring.mutate()}>
            <FormattedMessage id="app.again" />
          </Button>
        }
      >
        {denied && <FormattedMessage id="notification-screen.denied.next" />}
      </Banner>
    )
  }
  return (
    <Banner
      tone="accent"
      icon={BellRing}
      title={<FormattedMessage id="notification-screen.ringHere" />}
      actions={
        <Button kind="primary" busy={ring.isPending} onClick={() => ring.mutate()}>
          <FormattedMessage id="notification-screen.ringHere.action" />
        </Button>
      }
    >
      <FormattedMessage id="notification-screen.ringHere.why" />
    </Banner>
  )
}
