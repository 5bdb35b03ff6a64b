import { useId, useState } from 'react'
import * as v from 'valibot'
import {
  type ApiTokenBody,
  ApiTokenName,
  ApiTokenScope,
  apiTokenDays,
  apiTokenScopes,
} from '#domain/people/api-token.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { SheetActions } from '../../../ui/overlay/sheet-actions.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'

const Chosen = v.pipe(v.array(ApiTokenScope), v.minLength(1))

/** What a new token is for, what it may read, and how long it is valid. */
export function TokenSheet({
  open,
  busy,
  error,
  onMake,
  onClose,
}: {
  open: boolean
  busy: boolean
  error: unknown
  onMake: (body: ApiTokenBody) => void
  onClose: () => void
}) {
  const form = useId()
  const intl = useIntl()
  const [missing, setMissing] = useState({ name: false, scopes: false })
  const close = () => {
    setMissing({ name: false, scopes: false })
    onClose()
  }
  const submit = (values: FormData) => {
    const name = v.safeParse(ApiTokenName, values.get('name'))
    const scopes = v.safeParse(Chosen, values.getAll('scope'))
    setMissing({ name: !name.success, scopes: !scopes.success })
    if (name.success && scopes.success) {
      onMake({ name: name.output, scopes: scopes.output, days: Number(values.get('days')) })
    }
  }
  const days = apiTokenDays
    .toSorted((a, b) => a - b)
    .map((count) => ({
      value: String(count),
      label: intl.formatMessage({ id: 'account.token.days.count' }, { days: count }),
    }))
  return (
    <Sheet
      open={open}
      onClose={close}
      title={<FormattedMessage id="account.token.add" />}
      footer={
        <SheetActions form={form} send={<FormattedMessage id="account.token.add" />} busy={busy} onCancel={close} />
      }
    >
      <Form id={form} onSubmit={submit}>
        {error !== null && error !== undefined && <Refusal title={<ErrorWords error={error} />} />}
        <TextField
          name="name"
          maxLength={60}
          label={<FormattedMessage id="account.token.name" />}
          hint={<FormattedMessage id="account.token.name.hint" />}
          error={missing.name && <FormattedMessage id="account.token.name.missing" />}
        />
        <Stack gap={1}>
          <Text>
            <FormattedMessage id="account.token.scopes" />
          </Text>
          {apiTokenScopes.map((scope, i) => (
            <Checkbox
              key={scope}
              name="scope"
              value={scope}
              defaultChecked={scope !== 'alarms'}
              label={<FormattedMessage id={`account.token.scope.${scope}`} />}
              error={
                missing.scopes &&
                i === apiTokenScopes.length - 1 && <FormattedMessage id="account.token.scopes.missing" />
              }
            />
          ))}
        </Stack>
        <Select
          name="days"
          label={<FormattedMessage id="account.token.days" />}
          options={days}
          defaultValue={String(apiTokenDays[0])}
        />
      </Form>
    </Sheet>
  )
}
