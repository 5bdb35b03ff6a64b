import { Check, Copy, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toaster.tsx'

/** What a webhook is signed with, this once: it has to be copied before one goes on. */
export function SigningSecret({ secret }: { secret: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      setCopied(true)
    } catch {
      toast.error(<FormattedMessage id="share.copyFailed" />)
    }
  }
  return (
    <Banner
      tone="accent"
      icon={KeyRound}
      title={<FormattedMessage id="notification-screen.secret.title" />}
      actions={
        <Button icon={copied ? Check : Copy} onClick={() => void copy()}>
          <FormattedMessage id={copied ? 'claim.deviceKey.copied' : 'claim.deviceKey.copy'} />
        </Button>
      }
    >
      <TextField
        readOnly
        value={secret}
        onFocus={({ target }) => target.select()}
        label={<FormattedMessage id="notification-screen.secret" />}
        hint={<FormattedMessage id="notification-screen.secret.next" />}
      />
    </Banner>
  )
}
