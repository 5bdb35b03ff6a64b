import { FormattedMessage } from 'react-intl'
import { ErrorWords } from '../../i18n/error-words.tsx'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useConfirmAddress, useMailCode } from './forwarding-queries.ts'

/** Asks for the code that an address got by mail. */
export function AddressCodeForm({ controllerId, id, address }: { controllerId: number; id: number; address: string }) {
  const confirm = useConfirmAddress(controllerId)
  const again = useMailCode(controllerId)
  return (
    <Form
      onSubmit={(values) => confirm.mutate({ id, code: String(values.get('code') ?? '') })}
      actions={
        <>
          <Button kind="primary" type="submit" busy={confirm.isPending}>
            <FormattedMessage id="forwarding.code.confirm" />
          </Button>
          <Button kind="quiet" busy={again.isPending} onClick={() => again.mutate(id)}>
            <FormattedMessage id="forwarding.code.again" />
          </Button>
        </>
      }
    >
      <Text>
        <FormattedMessage id="forwarding.code.why" values={{ address }} />
      </Text>
      <TextField
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        label={<FormattedMessage id="forwarding.code" />}
        error={confirm.error && <ErrorWords error={confirm.error} />}
      />
    </Form>
  )
}
