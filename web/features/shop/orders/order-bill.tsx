import type { OrderDetail } from '#domain/shop/order-administration.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Money, useMoney } from '../../../i18n/money.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { Table } from '../../../ui/display/table.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'

/** What was ordered, and the total. */
export function OrderBill({ order }: { order: OrderDetail }) {
  const intl = useIntl()
  const money = useMoney()
  const word = (id: 'item' | 'count' | 'price' | 'amount') => intl.formatMessage({ id: `shop-orders.bill.${id}` })
  const { lines, ordered, discount, total, paid, due, vat, currency } = order
  const percent = (rate: number) => intl.formatNumber(rate / 10_000, { style: 'percent', maximumFractionDigits: 2 })
  const sum = (id: string, name: React.ReactNode, rappen: number) => ({ id, name, value: money(rappen, currency) })
  return (
    <Card title={<FormattedMessage id="shop-orders.bill" />}>
      <Stack>
        <Table
          caption={intl.formatMessage({ id: 'shop-orders.bill' })}
          rows={lines}
          rowKey={({ key }) => key}
          columns={[
            { id: 'item', header: word('item'), cell: ({ label }) => label },
            { id: 'count', header: word('count'), align: 'end', cell: ({ count }) => intl.formatNumber(count) },
            {
              id: 'price',
              header: word('price'),
              align: 'end',
              cell: ({ unitPrice }) => <Money rappen={unitPrice} currency={currency} />,
              phone: 'hidden',
            },
            {
              id: 'amount',
              header: word('amount'),
              align: 'end',
              cell: ({ amount }) => <Money rappen={amount} currency={currency} />,
            },
          ]}
        />
        <Facts
          facts={[
            ...(discount > 0
              ? [
                  sum('ordered', <FormattedMessage id="shop-orders.column.total" />, ordered),
                  sum('discount', <FormattedMessage id="shop-orders.bill.discount" />, -discount),
                ]
              : []),
            sum('total', <FormattedMessage id="shop-orders.total.total" />, total),
            ...vat.map(({ rate, amount }) =>
              sum(
                `vat${rate}`,
                <FormattedMessage id="shop-orders.bill.vat" values={{ rate: percent(rate) }} />,
                amount,
              ),
            ),
            sum('paid', <FormattedMessage id="shop-orders.bill.paid" />, paid),
            sum('due', <FormattedMessage id="shop-orders.bill.due" />, due),
          ]}
        />
      </Stack>
    </Card>
  )
}
