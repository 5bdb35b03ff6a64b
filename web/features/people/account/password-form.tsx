import { type ReactNode, useState } from 'react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { PasswordField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'

/** Asks for the password of the signed-in account; not submitted while empty. `error`: that of the last attempt. */
export function PasswordForm({
  id,
  error,
  onPassword,
}: {
  id: string
  error: ReactNode
  onPassword: (typed: string) => void
}) {
  const [missing, setMissing] = useState(false)
  const submit = (values: FormData) => {
    const typed = String(values.get('password'))
    setMissing(typed === '')
    if (typed) onPassword(typed)
  }
  return (
    <Form id={id} onSubmit={submit}>
      <PasswordField
        name="password"
        autoComplete="current-password"
        label={<FormattedMessage id="account.password" />}
        error={missing ? <FormattedMessage id="account.password.missing" /> : error}
      />
    </Form>
  )
}
