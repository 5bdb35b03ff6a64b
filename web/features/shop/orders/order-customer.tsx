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
import { changesOf } from '../../../ui/form/changes-of.ts'
import { Form } from '../../../ui/form/form.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { toast } from '../../../ui/overlay/toaster.tsx'
import type { OrderChanges } from './changed-order.ts'
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
          if (edit) changes.edit.mutate(edit)
          else toast.success(intl.formatMessage({ id: 'error.no_changes' }))
        }}
      />
    </Card>
  )
}

const countryName = (code: string, locale: string) =>
  new Intl.DisplayNames(locale, { type: 'region' }).of(code.toUpperCase()) ?? code

/** `onSave` gets undefined if nothing was changed. */
type FormProps = { order: OrderDetail; onSave: (changes: OrderChanges | undefined) => void }
const fields = ['firstname', 'lastname', 'company', 'street', 'zip', 'city'] as const

function AddressSheet({ open, onClose, ...form }: FormProps & { open: boolean; onClose: () => void }) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<FormattedMessage id="shop-orders.customer" />}
      footer={
        <Button kind="primary" type="submit" form="order-address" wide>
          <FormattedMessage id="shop-orders.save" />
        </Button>
      }
    >
      <AddressForm {...form} />
    </Sheet>
  )
}

function AddressForm({ order, onSave }: FormProps) {
  const intl = useIntl()
  // the order as the form shows it: somebody else may have saved changes since
  const [before] = useState(order)
  const [faults, setFaults] = useState<ReadonlySet<string>>(new Set())
  const submit = (values: FormData) => {
    const parsed = v.safeParse(OrderAddress, Object.fromEntries(values))
    setFaults(new Set(parsed.issues?.map((issue) => v.getDotPath(issue) ?? '')))
    if (!parsed.success) return
    const address = { ...order.address, ...changesOf(before.address, parsed.output) }
    const comment = String(values.get('comment')).trim()
    onSave(changesOf<OrderChanges>({ address: order.address, comment: before.comment }, { address, comment }))
  }
  const faultOf = (field: string) =>
    faults.has(field) && (
      <FormattedMessage id={field === 'email' ? 'shop-orders.customer.emailWrong' : 'shop-orders.customer.required'} />
    )
  return (
    <Form id="order-address" onSubmit={submit}>
      {fields.map((field) => (
        <TextField
          key={field}
          name={field}
          defaultValue={before.address[field]}
          optional={field === 'company'}
          label={<FormattedMessage id={`shop-orders.customer.${field}`} />}
          error={faultOf(field)}
        />
      ))}
      <Select
        name="country"
        defaultValue={before.address.country}
        label={<FormattedMessage id="shop-orders.customer.country" />}
        options={countries.map((value) => ({ value, label: countryName(value, intl.locale) }))}
      />
      <TextField
        name="email"
        type="email"
        defaultValue={before.address.email}
        label={<FormattedMessage id="shop-orders.customer.email" />}
        error={faultOf('email')}
      />
      <TextField
        name="phone"
        type="tel"
        optional
        defaultValue={before.address.phone}
        label={<FormattedMessage id="shop-orders.customer.phone" />}
      />
      <TextArea
        name="comment"
        optional
        maxLength={2000}
        defaultValue={before.comment}
        label={<FormattedMessage id="shop-orders.customer.comment" />}
        hint={<FormattedMessage id="shop-orders.customer.comment.hint" />}
      />
    </Form>
  )
}
