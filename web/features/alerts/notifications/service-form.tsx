import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type ServiceType, serviceTypes } from '#domain/alerts/notification.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { useAddService } from './notification-queries.ts'
import { ServiceFields } from './service-fields.tsx'
import { SigningSecret } from './signing-secret.tsx'

/** Adds a service that the user already has, and sends a test to it at once. */
export function ServiceForm() {
  const intl = useIntl()
  const add = useAddService()
  const [type, setType] = useState<ServiceType>('ntfy')
  const submit = (values: FormData, form: HTMLFormElement) => {
    const text = (name: string) => String(values.get(name) ?? '').trim() || undefined
    const [server, token] = [text('server'), text('token')]
    const body = { type, address: text('address') ?? '', ...(server && { server }), ...(token && { token }) }
    add.mutate(body, { onSuccess: () => form.reset() })
  }
  const fault = add.error ?? add.data?.fault
  return (
    <Stack>
      {add.data?.signingSecret && <SigningSecret secret={add.data.signingSecret} />}
      <Form
        onSubmit={submit}
        actions={
          <Button type="submit" icon={Plus} busy={add.isPending}>
            <FormattedMessage id="notification-screen.addService" />
          </Button>
        }
      >
        <Select
          name="service"
          value={type}
          onChange={({ target }) => {
            setType(target.value as ServiceType)
            add.reset()
          }}
          label={<FormattedMessage id="notification-screen.service" />}
          options={serviceTypes.map((value) => ({
            value,
            label: intl.formatMessage({ id: `notification-screen.service.${value}` }),
          }))}
        />
        <Text tone="neutral">
          <FormattedMessage id={`notification-screen.service.${type}.why`} />
        </Text>
        {fault !== undefined && (
          <Refusal title={<ErrorWords error={fault} />}>
            {add.data && <FormattedMessage id="notification-screen.service.untested" values={{ type }} />}
          </Refusal>
        )}
        <ServiceFields key={type} type={type} />
      </Form>
    </Stack>
  )
}
