import { useState } from 'react'
import * as v from 'valibot'
import { ProvisionBody } from '#domain/hives/controller.ts'
import { FormattedMessage, useIntl } from '../../../../i18n/intl.tsx'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { Form } from '../../../../ui/form/form.tsx'

export type ProvisionProps = {
  error: Error | null
  busy: boolean
  onProvision: (controllers: v.InferInput<typeof ProvisionBody>[]) => void
}

/** Provisions one transmitter by its numbers. */
export function ProvisionOne({ busy, onProvision }: ProvisionProps) {
  const intl = useIntl()
  const [wrong, setWrong] = useState<readonly string[]>([])
  const submit = (values: FormData) => {
    const filled = [...values].filter(([, value]) => String(value).trim() !== '')
    const parsed = v.safeParse(
      ProvisionBody,
      Object.fromEntries(filled.map(([name, value]) => [name, String(value).trim()])),
    )
    setWrong(parsed.success ? [] : parsed.issues.map((issue) => String(issue.path?.[0].key)))
    if (parsed.success) onProvision([parsed.output])
  }
  const error = (
    field: string,
    id: 'error.imei_missing' | 'error.imsi_missing' | 'administration-controllers.msisdn.wrong',
  ) => wrong.includes(field) && intl.formatMessage({ id })
  return (
    <Form
      onSubmit={submit}
      actions={
        <Button kind="primary" type="submit" busy={busy}>
          <FormattedMessage id="administration-controllers.provision" values={{ count: 1 }} />
        </Button>
      }
    >
      {(['imei', 'imsi'] as const).map((number) => (
        <TextField
          key={number}
          name={number}
          inputMode="numeric"
          autoComplete="off"
          label={number.toUpperCase()}
          hint={<FormattedMessage id="claim.number.hint" />}
          error={error(number, `error.${number}_missing`)}
        />
      ))}
      <TextField name="name" maxLength={80} optional autoComplete="off" label={<FormattedMessage id="claim.name" />} />
      <TextField
        name="msisdn"
        type="tel"
        optional
        autoComplete="off"
        label="MSISDN"
        hint={<FormattedMessage id="administration-controllers.msisdn.hint" />}
        error={error('msisdn', 'administration-controllers.msisdn.wrong')}
      />
    </Form>
  )
}
