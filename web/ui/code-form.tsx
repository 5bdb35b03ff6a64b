import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Button } from './button.tsx'
import { Form } from './form.tsx'
import { Text } from './text.tsx'
import { TextField } from './text-field.tsx'

/** Asks for the code that an address or a number was sent, or for a new one. */
export function CodeForm({
  why,
  error,
  onCode,
  isConfirming,
  onSendAgain,
  isSending,
}: {
  why: ReactNode
  error: ReactNode
  onCode: (code: string) => void
  isConfirming: boolean
  onSendAgain: () => void
  isSending: boolean
}) {
  return (
    <Form
      onSubmit={(values) => onCode(String(values.get('code') ?? ''))}
      actions={
        <>
          <Button kind="primary" type="submit" busy={isConfirming}>
            <FormattedMessage id="code-form.confirm" />
          </Button>
          <Button kind="quiet" busy={isSending} onClick={onSendAgain}>
            <FormattedMessage id="code-form.again" />
          </Button>
        </>
      }
    >
      <Text>{why}</Text>
      <TextField
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        label={<FormattedMessage id="code-form.code" />}
        error={error}
      />
    </Form>
  )
}
