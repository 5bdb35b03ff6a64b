import { MessageSquare } from 'lucide-react'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useAddChannel } from './notification-queries.ts'
import { SmsSample } from './sms-sample.tsx'

/** Adds a phone number that receives alarms by SMS once confirmed. */
export function NumberForm({ sampleName }: { sampleName: string }) {
  const add = useAddChannel('sms')
  const submit = (values: FormData, form: HTMLFormElement) =>
    add.mutate(String(values.get('number') ?? ''), { onSuccess: () => form.reset() })
  return (
    <Form
      onSubmit={submit}
      actions={
        <Button type="submit" icon={MessageSquare} busy={add.isPending}>
          <FormattedMessage id="notification-screen.addNumber" />
        </Button>
      }
    >
      <TextField
        name="number"
        type="tel"
        autoComplete="tel"
        label={<FormattedMessage id="notification-screen.number" />}
        hint={<FormattedMessage id="notification-screen.number.hint" />}
        error={add.error && <ErrorWords error={add.error} />}
      />
      <SmsSample name={sampleName} />
    </Form>
  )
}
