import { Mail } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { Email } from '#domain/people/account.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useAddChannel } from './notification-queries.ts'

/** Adds an e-mail address that receives alarms. */
export function EmailForm() {
  const add = useAddChannel('email')
  const [invalid, setInvalid] = useState(false)
  const submit = (values: FormData, form: HTMLFormElement) => {
    const parsed = v.safeParse(Email, values.get('address'))
    setInvalid(!parsed.success)
    if (parsed.success) add.mutate(parsed.output, { onSuccess: () => form.reset() })
  }
  return (
    <Form
      onSubmit={submit}
      actions={
        <Button type="submit" icon={Mail} busy={add.isPending}>
          <FormattedMessage id="notification-screen.addEmail" />
        </Button>
      }
    >
      <TextField
        name="address"
        type="email"
        autoComplete="email"
        label={<FormattedMessage id="notification-screen.email" />}
        error={
          invalid ? (
            <FormattedMessage id="notification-screen.email.invalid" />
          ) : (
            add.error && <ErrorWords error={add.error} />
          )
        }
      />
    </Form>
  )
}
