import { Check, Copy, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Button } from '../button.tsx'
import { toast } from '../overlay/toaster.tsx'
import { copyText } from './copy-text.ts'

/** Copies a text and reports whether it worked; some browsers refuse. */
export function CopyButton({
  text,
  kind = 'secondary',
  icon = Copy,
  children,
}: {
  text: string
  kind?: 'primary' | 'secondary' | undefined
  icon?: LucideIcon | undefined
  /** The button's label, where "Copy" is not enough. */
  children?: ReactNode
}) {
  const [copied, setCopied] = useState<string>()
  const copy = async () => {
    try {
      await copyText(text)
      setCopied(text)
      toast.success(<FormattedMessage id="copy.done" />, { id: 'copied' })
    } catch {
      toast.error(<FormattedMessage id="copy.failed" />, { id: 'copied' })
    }
  }
  return (
    <Button kind={kind} icon={copied === text ? Check : icon} onClick={() => void copy()}>
      {children ?? <FormattedMessage id="copy.action" />}
    </Button>
  )
}
