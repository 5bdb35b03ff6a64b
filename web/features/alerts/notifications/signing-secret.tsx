import { FormattedMessage } from '../../../i18n/intl.tsx'
import { ShownOnce } from '../../../ui/display/shown-once.tsx'

/** The secret that signs a webhook's messages, shown only this once. */
export function SigningSecret({ secret }: { secret: string }) {
  return (
    <ShownOnce
      title={<FormattedMessage id="notification-screen.secret.title" />}
      label={<FormattedMessage id="notification-screen.secret" />}
      hint={<FormattedMessage id="notification-screen.secret.next" />}
      secret={secret}
    />
  )
}
