import { FormattedMessage, FormattedNumber, useIntl } from '../../../i18n/intl.tsx'
import { Money } from '../../../i18n/money.tsx'
import { Table } from '../../../ui/display/table.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import type { Validation } from './cart-state.ts'
import type { PricedItem } from './price-changes.ts'

const money = ({ amount }: Pick<PricedItem, 'amount'>) => <Money rappen={amount} />

/** All lines of the order, the total, and the VAT it contains. */
export function Bill({
  items,
  vat,
  total,
  pricesIncludeVat,
}: Pick<Validation, 'items' | 'vat'> & { total: number; pricesIncludeVat: boolean }) {
  const intl = useIntl()
  return (
    <Stack gap={3}>
      <Card flush title={<FormattedMessage id="shop-wizard.bill" />}>
        <Table
          caption={intl.formatMessage({ id: 'shop-wizard.bill' })}
          rows={items}
          rowKey={({ key }) => key}
          columns={[
            { id: 'label', header: intl.formatMessage({ id: 'shop-wizard.bill.what' }), cell: ({ label }) => label },
            {
              id: 'count',
              header: intl.formatMessage({ id: 'shop-wizard.count' }),
              align: 'end',
              phone: 'fact',
              cell: ({ count }) => <FormattedNumber value={count} />,
            },
            {
              id: 'unitPrice',
              header: intl.formatMessage({ id: 'shop-wizard.bill.each' }),
              align: 'end',
              phone: 'hidden',
              cell: ({ unitPrice }) => <Money rappen={unitPrice} />,
            },
            {
              id: 'amount',
              header: intl.formatMessage({ id: 'shop-wizard.bill.amount' }),
              align: 'end',
              phone: 'fact',
              cell: money,
            },
          ]}
        />
      </Card>
      <Stack gap={1} align="end">
        <Text size={20} strong>
          <FormattedMessage id="shop-wizard.total.is" values={{ total: <Money rappen={total} /> }} />
        </Text>
        {pricesIncludeVat &&
          vat.map(({ rate, amount }) => (
            <Text key={rate} tone="neutral">
              <FormattedMessage
                id="shop-wizard.vat"
                values={{
                  rate: <FormattedNumber value={rate} maximumFractionDigits={2} />,
                  amount: <Money rappen={amount} />,
                }}
              />
            </Text>
          ))}
      </Stack>
    </Stack>
  )
}
