import type { ListedPayment, OrderDetail } from '#domain/shop/order-administration.ts'
import { paymentMethods } from '#domain/shop/shop-config.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Money } from '../../../i18n/money.tsx'
import { Table } from '../../../ui/display/table.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Text } from '../../../ui/layout/text.tsx'

/** Payments that came in, or should have. */
export function OrderPayments({ order: { payments } }: { order: OrderDetail }) {
  const intl = useIntl()
  const word = (id: 'orderedAt' | 'total' | 'state') => intl.formatMessage({ id: `shop-orders.column.${id}` })
  return (
    <Card title={<FormattedMessage id="shop-orders.payments" />}>
      {payments.length === 0 ? (
        <Text tone="neutral">
          <FormattedMessage id="shop-orders.payments.none" />
        </Text>
      ) : (
        <Table
          caption={intl.formatMessage({ id: 'shop-orders.payments' })}
          rows={payments}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'at',
              header: word('orderedAt'),
              cell: ({ receivedAt }) => intl.formatDate(receivedAt, { dateStyle: 'short', timeStyle: 'short' }),
            },
            {
              id: 'amount',
              header: intl.formatMessage({ id: 'shop-orders.bill.amount' }),
              align: 'end',
              cell: ({ amount, currency }) => <Money rappen={amount} currency={currency} />,
            },
            { id: 'how', header: word('state'), cell: (payment) => <How payment={payment} /> },
          ]}
        />
      )}
    </Card>
  )
}

const How = ({ payment: { method, provider, status, amount } }: { payment: ListedPayment }) => (
  <>
    <MethodName method={method} />, <FormattedMessage id={`shop-orders.provider.${provider}`} />,{' '}
    <FormattedMessage id={`shop-orders.payments.status.${status === 'received' && amount < 0 ? 'refunded' : status}`} />
  </>
)

/** The name of a payment method, including those named by a provider. */
export function MethodName({ method }: { method: string }) {
  const known = paymentMethods.find((one) => one === method)
  return <FormattedMessage id={`shop-orders.method.${known ?? 'other'}`} />
}
