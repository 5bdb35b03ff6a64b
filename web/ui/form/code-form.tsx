import type { ReactNode } from 'react'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Button } from '../button.tsx'
import { TextField } from '../fields/text-field.tsx'
import { Text } from '../layout/text.tsx'
import { Banner } from '../status/banner.tsx'
import { Form } from './form.tsx'
import { OwnHand, useIsOwnHand } from './own-hand.tsx'

/** Asks for the code that was sent to an email address or phone number, or offers to send a new one. */
export function CodeForm({
  why,
  error,
  onCode,
  isConfirming,
  onSendAgain,
  isSending,
  fault,
}: {
  why: ReactNode
  error: ReactNode
  onCode: (code: string) => void
  isConfirming: boolean
  onSendAgain: () => void
  isSending: boolean
  fault?: ReactNode
}) {
  const isOwnHand = useIsOwnHand()
  return (
    <Form
      onSubmit={(values) => onCode(String(values.get('code') ?? ''))}
      actions={
        <>
          {isOwnHand && (
            <Button kind="primary" type="submit" busy={isConfirming}>
              <FormattedMessage id="code-form.confirm" />
            </Button>
          )}
          <Button kind="quiet" busy={isSending} onClick={onSendAgain}>
            <FormattedMessage id="code-form.again" />
          </Button>
        </>
      }
    >
      <Text>{why}</Text>
      {fault}
      <OwnHand>
        <TextField
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          label={<FormattedMessage id="code-form.code" />}
          error={error}
        />
      </OwnHand>
    </Form>
  )
}

/** Why a code has not arrived: permanently refused, or being retried. `reason`: what the mail server said. */
export function CodeFault({ reason, isRefused }: { reason: string; isRefused: boolean }) {
  if (!isRefused) return <Banner tone="stale" title={<FormattedMessage id="code-form.waits" />} />
  return (
    <Banner tone="alarm" title={<FormattedMessage id="code-form.refused" values={{ reason }} />}>
      <FormattedMessage id="code-form.refused.next" />
    </Banner>
  )
}
