import { useMutation } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { useState } from 'react'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Page } from '../../../ui/layout/layout.tsx'

/** Asks for the one-time code after a correct password. */
export function CodeStep({ onCode, onBack }: { onCode: (code: string) => Promise<void>; onBack: () => void }) {
  const [missing, setMissing] = useState(false)
  const enter = useMutation({ mutationFn: onCode, meta: { tellsItself: true } })
  const submit = (values: FormData) => {
    const code = String(values.get('code')).trim()
    setMissing(code === '')
    if (code) enter.mutate(code)
  }
  return (
    <Page
      width="reading"
      title={<FormattedMessage id="account.codes.signIn" />}
      lead={<FormattedMessage id="account.codes.signIn.why" />}
    >
      <Form
        onSubmit={submit}
        actions={
          <>
            <Button kind="primary" type="submit" icon={LogIn} busy={enter.isPending}>
              <FormattedMessage id="session.signIn" />
            </Button>
            <Button kind="quiet" onClick={onBack}>
              <FormattedMessage id="account.codes.signIn.back" />
            </Button>
          </>
        }
      >
        <TextField
          name="code"
          maxLength={60}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          label={<FormattedMessage id="account.codes.signIn.code" />}
          error={
            missing ? (
              <FormattedMessage id="account.codes.signIn.missing" />
            ) : (
              enter.error && <ErrorWords error={enter.error} />
            )
          }
        />
      </Form>
    </Page>
  )
}
