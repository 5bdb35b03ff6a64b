import { Pencil } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { countries } from '#domain/platform/country.ts'
import { OrderAddress } from '#domain/shop/cart.ts'
import type { OrderDetail } from '#domain/shop/order-administration.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import type { OrderChangesOf } from './use-order-changes.tsx'

/** The customer, whose data can be corrected, the customer's remarks, and the administrators' own notes. */
export function OrderCustomer({ order, changes }: { order: OrderDetail; changes: OrderChangesOf }) {
  const intl = useIntl()
  const [editing, setEditing] = useState(false)
  const { address, comment, remark, language, platePickup, subscriptionControllerId } = order
  const fact = (
    id: 'email' | 'phone' | 'address' | 'language' | 'pickup' | 'transmitter' | 'remark' | 'comment',
    value: string,
  ) => (value ? [{ id, name: <FormattedMessage id={`shop-orders.customer.${id}`} />, value }] : [])
  const lines = [
    address.company,
    `${address.firstname} ${address.lastname}`,
    address.street,
    `${address.zip} ${address.city}`,
    countryName(address.country, intl.locale),
  ]
  return (
    <Card
      title={<FormattedMessage id="shop-orders.customer" />}
      actions={
        <Button icon={Pencil} onClick={() => setEditing(true)}>
          <FormattedMessage id="shop-orders.customer.edit" />
        </Button>
      }
    >
      <Facts
        facts={[
          ...fact('address', lines.filter(Boolean).join(', ')),
          ...fact('email', address.email),
          ...fact('phone', address.phone),
          ...fact('language', new Intl.DisplayNames(intl.locale, { type: 'language' }).of(language) ?? language),
          ...fact('pickup', platePickup ?? ''),
          ...fact('transmitter', subscriptionControllerId === null ? '' : String(subscriptionControllerId)),
          ...fact('remark', remark),
          ...fact('comment', comment),
        ]}
      />
      <AddressSheet
        order={order}
        open={editing}
        onClose={() => setEditing(false)}
        onSave={(edit) => {
          setEditing(false)
          changes.edit.mutate(edit)
        }}
      />
    </Card>
  )
}

const countryName = (code: string, locale: string) =>
  new Intl.DisplayNames(locale, { type: 'region' }).of(code.toUpperCase()) ?? code

type Edit = Pick<OrderDetail, 'address' | 'comment'>
const fields = ['firstname', 'lastname', 'company', 'street', 'zip', 'city'] as const

function AddressSheet({
  order,
  open,
  onClose,
  onSave,
}: {
  order: OrderDetail
  open: boolean
  onClose: () => void
  onSave: (edit: Edit) => void
}) {
  const intl = useIntl()
  const [faults, setFaults] = useState<ReadonlySet<string>>(new Set())
  const close = () => {
    setFaults(new Set())
    onClose()
  }
  const submit = (values: FormData) => {
    const parsed = v.safeParse(OrderAddress, Object.fromEntries(values))
    setFaults(new Set(parsed.issues?.map((issue) => v.getDotPath(issue) ?? '')))
    if (parsed.success) onSave({ address: parsed.output, comment: String(values.get('comment')).trim() })
  }
  const faultOf = (field: string) =>
    faults.has(field) && (
      <FormattedMessage id={field === 'email' ? 'shop-orders.customer.emailWrong' : 'shop-orders.customer.required'} />
    )
  return (
    <Sheet
      open={open}
      onClose={close}
      title={<FormattedMessage id="shop-orders.customer" />}
      footer={
        <Button kind="primary" type="submit" form="order-address" wide>
          <FormattedMessage id="shop-orders.save" />
        </Button>
      }
    >
      <Form id="order-address" onSubmit={submit}>
        {fields.map((field) => (
          <TextField
            key={field}
            name={field}
            defaultValue={order.address[field]}
            optional={field === 'company'}
            label={<FormattedMessage id={`shop-orders.customer.${field}`} />}
            error={faultOf(field)}
          />
        ))}
        <Select
          name="country"
          defaultValue={order.address.country}
          label={<FormattedMessage id="shop-orders.customer.country" />}
          options={countries.map((value) => ({ value, label: countryName(value, intl.locale) }))}
        />
        <TextField
          name="email"
          type="email"
          defaultValue={order.address.email}
          label={<FormattedMessage id="shop-orders.customer.email" />}
          error={faultOf('email')}
        />
        <TextField
          name="phone"
          type="tel"
          optional
          defaultValue={order.address.phone}
          label={<FormattedMessage id="shop-orders.customer.phone" />}
        />
        <TextArea
          name="comment"
          optional
          maxLength={2000}
          defaultValue={order.comment}
          label={<FormattedMessage id="shop-orders.customer.comment" />}
          hint={<FormattedMessage id="shop-orders.customer.comment.hint" />}
        />
      </Form>
    </Sheet>
  )
}
