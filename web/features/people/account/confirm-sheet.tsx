import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useId } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { api, call } from '../../../api/client.ts'
import { hashPassword } from '../../../api/hash-password.ts'
import { askForPasskey, PasskeyCancelled, passkeysAvailable } from '../../../api/passkey.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { SheetActions } from '../../../ui/overlay/sheet-actions.tsx'
import { PasswordForm } from './password-form.tsx'

/** Whether the server wants the user to confirm their identity before it does this. */
export const asksWhoThisIs = (error: unknown): boolean => error instanceof ApiError && error.code === 'confirm_identity'

const confirmByPassword = async (typed: string) =>
  call(api.user.confirm.$post({ json: { password: await hashPassword(typed) } }))

/** Confirms with a passkey; call only from a click, since the browser asks the user. Throws `PasskeyCancelled`. */
export async function confirmByPasskey() {
  const response = await askForPasskey(await call(api.user.confirm.passkey.options.$post()))
  return call(api.user.confirm.passkey.$post({ json: { response } }))
}

/** Asks for the password or a passkey before something that a stranger at an unlocked device must not do. */
export function ConfirmSheet({
  open,
  onClose,
  onConfirmed,
}: {
  open: boolean
  onClose: () => void
  onConfirmed: () => void
}) {
  const form = useId()
  const confirm = useMutation({
    mutationFn: (typed: string | undefined) => (typed === undefined ? confirmByPasskey() : confirmByPassword(typed)),
    onSuccess: onConfirmed,
    meta: { tellsItself: true },
  })
  const close = () => {
    confirm.reset()
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={close}
      title={<FormattedMessage id="account.confirm" />}
      footer={
        <SheetActions
          form={form}
          send={<FormattedMessage id="account.confirm.go" />}
          busy={confirm.isPending}
          onCancel={close}
        />
      }
    >
      <Stack>
        <Text>
          <FormattedMessage id="account.confirm.why" />
        </Text>
        <PasswordForm
          id={form}
          error={confirm.error && !(confirm.error instanceof PasskeyCancelled) && <ErrorWords error={confirm.error} />}
          onPassword={(typed) => confirm.mutate(typed)}
        />
        {passkeysAvailable() && (
          <Row>
            <Button icon={KeyRound} onClick={() => confirm.mutate(undefined)}>
              <FormattedMessage id="session.passkey" />
            </Button>
          </Row>
        )}
      </Stack>
    </Sheet>
  )
}
