import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { formatOrderKey, parseOrderKey } from '#domain/shop/order-key.ts'
import { ApiError } from '../../../api/api-error.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { useOnline } from '../../../offline/connection.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { useRenewSubscription } from './subscription-queries.ts'

/** Takes an order key, detects typos immediately, and renews the subscription; asks before the same key extends it again. */
export function RenewForm({ controllerId, end }: { controllerId: number; end: string }) {
  const renew = useRenewSubscription(controllerId, end)
  const intl = useIntl()
  const online = useOnline()
  const [typed, type] = useState('')
  const [fault, setFault] = useState<'missing' | 'typo'>()
  const send = (orderKey: string, askIfRenewed = true) =>
    renew.mutate({ orderKey, askIfRenewed }, { onSuccess: () => type('') })
  const submit = () => {
    const orderKey = parseOrderKey(typed)
    setFault(orderKey ? undefined : typed.trim() ? 'typo' : 'missing')
    if (orderKey) send(orderKey)
    else renew.reset()
  }
  const asks = renew.error instanceof ApiError && renew.error.code === 'order_key_just_used'
  return (
    <Form
      onSubmit={submit}
      actions={
        <Button kind="primary" type="submit" icon={CalendarPlus} busy={renew.isPending}>
          <FormattedMessage id="subscription.renew" />
        </Button>
      }
    >
      <Dialog
        open={asks}
        onClose={renew.reset}
        title={<FormattedMessage id="subscription.again" />}
        confirm={<FormattedMessage id="subscription.again.action" />}
        onConfirm={() => renew.variables && send(renew.variables.orderKey, false)}
      >
        <Text>
          <ErrorWords error={renew.error} />
        </Text>
        <Text>
          <FormattedMessage
            id="subscription.again.until"
            values={{ date: intl.formatDate(end, { dateStyle: 'long' }) }}
          />
        </Text>
      </Dialog>
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
            renew.error && !asks && <ErrorWords error={renew.error} />
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
