import { Check, Copy, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toaster.tsx'
import { Code } from './code.tsx'

/** The key of a transmitter, this once: it has to be copied before one goes on. */
export function DeviceKey({ deviceKey }: { deviceKey: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(deviceKey)
      setCopied(true)
    } catch {
      toast.error(<FormattedMessage id="share.copyFailed" />)
    }
  }
  return (
    <Banner
      tone="accent"
      icon={KeyRound}
      title={<FormattedMessage id="claim.deviceKey.title" />}
      actions={
        <Button icon={copied ? Check : Copy} onClick={() => void copy()}>
          <FormattedMessage id={copied ? 'claim.deviceKey.copied' : 'claim.deviceKey.copy'} />
        </Button>
      }
    >
      <Code>{deviceKey}</Code>
      <FormattedMessage id="claim.deviceKey.next" />
    </Banner>
  )
}
