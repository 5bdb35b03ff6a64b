import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { formatOrderKey, parseOrderKey } from '#domain/shop/order-key.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { useOnline } from '../../../offline/connection.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { useRenewSubscription } from './subscription-queries.ts'

/** Takes an order key, detects typos immediately, and renews the subscription. */
export function RenewForm({ controllerId, end }: { controllerId: number; end: string }) {
  const renew = useRenewSubscription(controllerId, end)
  const online = useOnline()
  const [typed, type] = useState('')
  const [fault, setFault] = useState<'missing' | 'typo'>()
  const submit = () => {
    const orderKey = parseOrderKey(typed)
    setFault(orderKey ? undefined : typed.trim() ? 'typo' : 'missing')
    if (orderKey) renew.mutate(orderKey, { onSuccess: () => type('') })
    else renew.reset()
  }
  return (
    <Form
      onSubmit={submit}
      actions={
        <Button kind="primary" type="submit" icon={CalendarPlus} busy={renew.isPending}>
          <FormattedMessage id="subscription.renew" />
        </Button>
      }
    >
      {!online && <Banner tone="stale" title={<FormattedMessage id="subscription.offline" />} />}
      <TextField
        name="orderKey"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        placeholder="xxxx-xxxx-xxxx-xxxx"
        label={<FormattedMessage id="subscription.orderKey" />}
        hint={<FormattedMessage id="subscription.orderKey.hint" />}
        error={
          fault ? (
            <FormattedMessage id={`subscription.orderKey.${fault}`} />
          ) : (
            renew.error && <ErrorWords error={renew.error} />
          )
        }
        value={typed}
        onChange={({ target }) => {
          const atEnd = target.selectionStart === target.value.length
          type(atEnd ? formatOrderKey(target.value) : target.value)
        }}
      />
    </Form>
  )
}
