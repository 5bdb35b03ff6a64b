import { FormattedMessage } from 'react-intl'
import type { NotificationChannel } from '#domain/notification.ts'
import { ErrorWords } from '../../i18n/error-words.tsx'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useConfirmNumber, useSendCode } from './notification-queries.ts'

/** Asks for the code that a number got by SMS. */
export function CodeForm({ channel: { id, address } }: { channel: NotificationChannel }) {
  const confirm = useConfirmNumber(id)
  const again = useSendCode(id)
  return (
    <Form
      onSubmit={(values) => confirm.mutate(String(values.get('code') ?? ''))}
      actions={
        <>
          <Button kind="primary" type="submit" busy={confirm.isPending}>
            <FormattedMessage id="notification-screen.code.confirm" />
          </Button>
          <Button kind="quiet" busy={again.isPending} onClick={() => again.mutate()}>
            <FormattedMessage id="notification-screen.code.again" />
          </Button>
        </>
      }
    >
      <Text>
        <FormattedMessage id="notification-screen.code.why" values={{ number: address }} />
      </Text>
      <TextField
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        label={<FormattedMessage id="notification-screen.code" />}
        error={confirm.error && <ErrorWords error={confirm.error} />}
      />
    </Form>
  )
}
