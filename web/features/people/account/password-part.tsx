import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { NewPasswordField } from '../../../ui/fields/new-password-field.tsx'
import { PasswordField, TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Reading, Stack } from '../../../ui/layout/layout.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { useChangePassword } from './account-queries.ts'
import { checkNewPassword, type PasswordField as Field } from './check-new-password.ts'
import { Part } from './part.tsx'

/** Changes the password. The address is next to it, so that password managers know whose it is. */
export function PasswordPart({ email }: { email: string }) {
  const change = useChangePassword()
  const [faults, setFaults] = useState<ReturnType<typeof checkNewPassword>>({})
  const isCurrentWrong = change.error instanceof ApiError && change.error.code === 'current_password_wrong'
  const wordsOf = (field: Field) => faults[field] && <FormattedMessage id={faults[field]} />

  const submit = (values: FormData, form: HTMLFormElement) => {
    const typed = {
      current: String(values.get('current')),
      password: String(values.get('password')),
      repeated: String(values.get('repeated')),
    }
    const found = checkNewPassword(typed)
    setFaults(found)
    if (Object.keys(found).length === 0) change.mutate(typed, { onSuccess: () => form.reset() })
  }
  return (
    <Part title={<FormattedMessage id="account.password" />} why={<FormattedMessage id="account.password.hint" />}>
      <Reading>
        <Stack>
          {change.error && !isCurrentWrong && <Refusal title={<ErrorWords error={change.error} />} />}
          <Form
            onSubmit={submit}
            actions={
              <Button kind="primary" type="submit" busy={change.isPending}>
                <FormattedMessage id="account.password.change" />
              </Button>
            }
          >
            {email && (
              <TextField
                name="email"
                type="email"
                autoComplete="username"
                readOnly
                value={email}
                label={<FormattedMessage id="session.email" />}
              />
            )}
            <PasswordField
              name="current"
              autoComplete="current-password"
              label={<FormattedMessage id="account.password.current" />}
              error={wordsOf('current') ?? (isCurrentWrong && <ErrorWords error={change.error} />)}
            />
            <NewPasswordField
              name="password"
              label={<FormattedMessage id="account.password.new" />}
              error={wordsOf('password')}
            />
            <PasswordField
              name="repeated"
              autoComplete="new-password"
              label={<FormattedMessage id="account.password.repeated" />}
              error={wordsOf('repeated')}
            />
          </Form>
        </Stack>
      </Reading>
    </Part>
  )
}
