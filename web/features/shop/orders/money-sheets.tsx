import { type ReactNode, useState } from 'react'
import type { OrderDetail } from '#domain/shop/order-administration.ts'
import { paymentMethods } from '#domain/shop/shop-config.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { useMoney } from '../../../i18n/money.tsx'
import { Button } from '../../../ui/button.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { toRappen } from './to-rappen.ts'
import type { OrderChangesOf } from './use-order-changes.tsx'

type Props = { order: OrderDetail; changes: OrderChangesOf; open: boolean; onClose: () => void }

type MoneySheetProps = Pick<Props, 'open' | 'onClose'> & {
  id: string
  title: ReactNode
  onSubmit: (values: FormData) => void
  children: ReactNode
}

const MoneySheet = ({ open, onClose, id, title, onSubmit, children }: MoneySheetProps) => (
  <Sheet
    open={open}
    onClose={onClose}
    title={title}
    footer={
      <Button kind="primary" type="submit" form={id} wide>
        <FormattedMessage id="shop-orders.save" />
      </Button>
    }
  >
    <Form id={id} onSubmit={onSubmit}>
      {children}
    </Form>
  </Sheet>
)

/** Records a discount given by an administrator. */
export function DiscountSheet({ order, changes, open, onClose }: Props) {
  const money = useMoney()
  const [wrong, setWrong] = useState(false)
  const close = () => {
    setWrong(false)
    onClose()
  }
  const submit = (values: FormData) => {
    const discount = toRappen(String(values.get('discount')))
    const isWrong = discount === undefined || discount < 0 || discount > order.ordered
    setWrong(isWrong)
    if (isWrong) return
    onClose()
    changes.edit.mutate({ discount })
  }
  const most = { amount: money(order.ordered, order.currency) }
  return (
    <MoneySheet
      open={open}
      onClose={close}
      id="order-discount"
      title={<FormattedMessage id="shop-orders.discount.title" />}
      onSubmit={submit}
    >
      <NumberField
        name="discount"
        min={0}
        unit={<FormattedMessage id="shop-orders.francs" />}
        defaultValue={order.discount / 100}
        label={<FormattedMessage id="shop-orders.discount.label" />}
        hint={<FormattedMessage id="shop-orders.discount.hint" values={most} />}
        error={wrong && <FormattedMessage id="shop-orders.discount.wrong" values={most} />}
      />
    </MoneySheet>
  )
}

/** Records money that an administrator saw come in, or paid back. */
export function PaymentSheet({ order, changes, open, onClose }: Props) {
  const intl = useIntl()
  const money = useMoney()
  const [wrong, setWrong] = useState<'wrong' | 'refundTooLarge'>()
  const expected = order.state === 'cancelled' ? -order.paid : order.due
  const close = () => {
    setWrong(undefined)
    onClose()
  }
  const submit = (values: FormData) => {
    const amount = toRappen(String(values.get('amount')))
    if (!amount) return setWrong('wrong')
    if (amount < 0 && order.paid + amount < 0) return setWrong('refundTooLarge')
    close()
    const method = paymentMethods.find((one) => one === values.get('method')) ?? 'prepayment'
    changes.edit.mutate({ payment: { amount, method } })
  }
  return (
    <MoneySheet
      open={open}
      onClose={close}
      id="order-payment"
      title={<FormattedMessage id="shop-orders.payment.title" />}
      onSubmit={submit}
    >
      <NumberField
        name="amount"
        unit={<FormattedMessage id="shop-orders.francs" />}
        defaultValue={expected === 0 ? '' : expected / 100}
        label={<FormattedMessage id="shop-orders.payment.amount" />}
        hint={<FormattedMessage id="shop-orders.payment.hint" />}
        error={
          wrong && (
            <FormattedMessage
              id={`shop-orders.payment.${wrong}`}
              values={{ amount: money(Math.max(0, order.paid), order.currency) }}
            />
          )
        }
      />
      <Select
        name="method"
        defaultValue="prepayment"
        label={<FormattedMessage id="shop-orders.payment.method" />}
        options={paymentMethods.map((value) => ({
          value,
          label: intl.formatMessage({ id: `shop-orders.method.${value}` }),
        }))}
      />
    </MoneySheet>
  )
}
