import { useInfiniteQuery } from '@tanstack/react-query'
import { ShoppingBag } from 'lucide-react'
import type { ListedOrder, OrderTotals } from '#domain/shop/order-administration.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Money, useMoney } from '../../../i18n/money.tsx'
import { Pages } from '../../../offline/pages.tsx'
import { Stat } from '../../../ui/display/stat.tsx'
import { Table, type TableColumn } from '../../../ui/display/table.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { RowLink } from '../../../ui/navigation/row-link.ts'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { OrderBadges } from './order-badges.tsx'
import { OrderFilters } from './order-filters.tsx'
import { ordersQuery } from './order-queries.ts'
import type { OrderSearch } from './order-search.ts'

/** All orders, with the totals of those that match the search. */
export function OrdersScreen({ search, onSearch }: { search: OrderSearch; onSearch: (changes: OrderSearch) => void }) {
  const intl = useIntl()
  const query = useInfiniteQuery(ordersQuery(search))
  const columns = useColumns()
  const { sort = 'orderedAt', direction = 'descending', ...narrowed } = search
  const missing = Object.values(narrowed).some((value) => value !== undefined && value !== '') ? 'none' : 'nothing'
  const totals = query.data?.pages[0]?.totals
  return (
    <Stack>
      <OrderFilters search={search} onSearch={onSearch} />
      {totals && <Totals totals={totals} />}
      <Pages query={query}>
        {(items) => (
          <Card flush>
            <Table
              caption={intl.formatMessage({ id: 'shop-orders.list' })}
              columns={columns}
              rows={items}
              rowKey={({ id }) => id}
              link={({ id }, title) => (
                <RowLink to="/shop/admin/orders/$orderId" params={{ orderId: String(id) }}>
                  {title}
                </RowLink>
              )}
              sort={{ column: sort, direction }}
              onSort={({ column, direction: wanted }) =>
                onSearch({ sort: column === 'total' ? 'total' : 'orderedAt', direction: wanted })
              }
              empty={
                <EmptyState
                  icon={ShoppingBag}
                  title={<FormattedMessage id={`shop-orders.${missing}`} />}
                  next={<FormattedMessage id={`shop-orders.${missing}.next`} />}
                />
              }
            />
          </Card>
        )}
      </Pages>
    </Stack>
  )
}

function Totals({ totals: { count, ...sums } }: { totals: OrderTotals }) {
  const intl = useIntl()
  const money = useMoney()
  return (
    <Row gap={5} align="end">
      <Stat size="small" label={<FormattedMessage id="shop-orders.total.count" />} value={intl.formatNumber(count)} />
      {(['total', 'paid', 'due'] as const).map((sum) => (
        <Stat
          key={sum}
          size="small"
          label={<FormattedMessage id={`shop-orders.total.${sum}`} />}
          value={money(sums[sum])}
        />
      ))}
    </Row>
  )
}

function useColumns(): TableColumn<ListedOrder>[] {
  const intl = useIntl()
  const header = (id: 'customer' | 'key' | 'orderedAt' | 'total' | 'due' | 'state') =>
    intl.formatMessage({ id: `shop-orders.column.${id}` })
  return [
    { id: 'customer', header: header('customer'), cell: ({ customer }) => customer, phone: 'title' },
    { id: 'key', header: header('key'), cell: ({ key }) => key, phone: 'hidden' },
    {
      id: 'orderedAt',
      header: header('orderedAt'),
      cell: ({ orderedAt }) => intl.formatDate(orderedAt, { dateStyle: 'short' }),
      sortBy: ({ orderedAt }) => orderedAt,
      phone: 'hidden',
    },
    {
      id: 'total',
      header: header('total'),
      align: 'end',
      cell: ({ total, currency }) => <Money rappen={total} currency={currency} />,
      sortBy: ({ total }) => total,
      phone: 'fact',
    },
    {
      id: 'due',
      header: header('due'),
      align: 'end',
      cell: ({ due, currency }) => <Money rappen={due} currency={currency} />,
      phone: 'hidden',
    },
    { id: 'state', header: header('state'), cell: (order) => <OrderBadges order={order} />, phone: 'fact' },
  ]
}
