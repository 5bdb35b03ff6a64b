import { FormattedMessage } from 'react-intl'
import type { NotificationChannel } from '#domain/alerts/notification.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { CodeFault, CodeForm } from '../../../ui/code-form.tsx'
import { useConfirmNumber, useSendCode } from './notification-queries.ts'

/** Asks for the code that the number or address of a channel was sent. */
export function ChannelCodeForm({ channel: { id, type, address, lastError } }: { channel: NotificationChannel }) {
  const confirm = useConfirmNumber(id)
  const again = useSendCode(id)
  return (
    <CodeForm
      why={<FormattedMessage id="notification-screen.code.why" values={{ number: address }} />}
      error={confirm.error && <ErrorWords error={confirm.error} />}
      onCode={(code) => confirm.mutate(code)}
      isConfirming={confirm.isPending}
      onSendAgain={() => again.mutate()}
      isSending={again.isPending}
      fault={type === 'email' && lastError && <CodeFault reason={lastError} isRefused />}
    />
  )
}
