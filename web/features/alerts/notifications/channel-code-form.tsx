import { useQuery } from '@tanstack/react-query'
import type { NotificationChannel } from '#domain/alerts/notification.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { CodeFault, CodeForm } from '../../../ui/form/code-form.tsx'
import { channelsQuery, useConfirmNumber, useSendCode } from './notification-queries.ts'

const ASK_AGAIN_MS = 15_000

/** Asks for the code sent to a channel's number or address. */
export function ChannelCodeForm({ channel: { id, type, address, lastError } }: { channel: NotificationChannel }) {
  const confirm = useConfirmNumber(id)
  const again = useSendCode(id)
  // a mail on its way may still be rejected
  useQuery({ ...channelsQuery, refetchInterval: type === 'email' && !lastError && ASK_AGAIN_MS })
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
