import { BellRing } from 'lucide-react'
import { useRef } from 'react'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { OwnHand } from '../../../ui/form/own-hand.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { useKeptFocus } from '../../../ui/use-kept-focus.ts'
import { useEmailWay, useRingHere } from './notification-queries.ts'
import { PushDenied, PushUnreachable, pushSupport } from './push-subscription.ts'

function knownFault(error: Error): 'denied' | 'unreachable' | undefined {
  if (error instanceof PushDenied) return 'denied'
  return error instanceof PushUnreachable ? 'unreachable' : undefined
}

/** The one button that asks for permission, with the reason. `onRinging`: called once this device is a channel. */
export function RingHere({ onRinging }: { onRinging?: (channelId: number) => void }) {
  const ring = useRingHere()
  const emailWay = useEmailWay()
  const again = useRef<HTMLButtonElement>(null)
  useKeptFocus(again, ring.error)
  const begin = () => ring.mutate(undefined, { onSuccess: (id) => onRinging?.(id) })
  if (pushSupport() === 'unsupported') {
    const words = window.isSecureContext ? 'notification-screen.unsupported' : 'notification-screen.insecure'
    return <Banner title={<FormattedMessage id={words} values={emailWay} />} />
  }
  if (ring.error) {
    const why = knownFault(ring.error)
    return (
      <Banner
        tone="alarm"
        title={why ? <FormattedMessage id={`notification-screen.${why}`} /> : <ErrorWords error={ring.error} />}
        actions={
          <Button ref={again} busy={ring.isPending} onClick={begin}>
            <FormattedMessage id="app.again" />
          </Button>
        }
      >
        {why && <FormattedMessage id={`notification-screen.${why}.next`} values={emailWay} />}
      </Banner>
    )
  }
  return (
    <Banner
      tone="accent"
      icon={BellRing}
      title={<FormattedMessage id="notification-screen.ringHere" />}
      actions={
        <OwnHand>
          <Button kind="primary" busy={ring.isPending} onClick={begin}>
            <FormattedMessage id="notification-screen.ringHere.action" />
          </Button>
        </OwnHand>
      }
    >
      <FormattedMessage id="notification-screen.ringHere.why" />
    </Banner>
  )
}
