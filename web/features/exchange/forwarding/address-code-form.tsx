import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { CodeForm } from '../../../ui/form/code-form.tsx'
import { useConfirmAddress, useMailCode } from './forwarding-queries.ts'

/** Asks for the code that was mailed to an address. */
export function AddressCodeForm({ controllerId, id, address }: { controllerId: number; id: number; address: string }) {
  const confirm = useConfirmAddress(controllerId)
  const again = useMailCode(controllerId)
  return (
    <CodeForm
      why={<FormattedMessage id="forwarding.code.why" values={{ address }} />}
      error={confirm.error && <ErrorWords error={confirm.error} />}
      onCode={(code) => confirm.mutate({ id, code })}
      isConfirming={confirm.isPending}
      onSendAgain={() => again.mutate(id)}
      isSending={again.isPending}
    />
  )
}
