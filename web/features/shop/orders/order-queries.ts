import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AccountingTable } from '#domain/shop/order-accounting.ts'
import type { OrderDetail } from '#domain/shop/order-administration.ts'
import type { OrderDocumentKind } from '#domain/shop/order-document.ts'
import { api, call } from '../../../api/client.ts'
import { localeState } from '../../../i18n/locale-state.ts'
import { type OrderSearch, toOrderQuery } from './order-search.ts'

const PAGE = '50'

export const ordersKey = ['admin', 'orders'] as const

/** The orders that match a search, page by page; the first page has their totals. */
export const ordersQuery = (search: OrderSearch) =>
  infiniteQueryOptions({
    queryKey: [...ordersKey, search],
    queryFn: ({ pageParam }) =>
      call(
        api.shop.orders.$get({
          query: { ...toOrderQuery(search), limit: PAGE, ...(pageParam && { cursor: pageParam }) },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const orderKey = (id: number) => ['admin', 'order', id] as const

const WHILE_DUE_MS = 2000
const WHILE_TRIED_MS = 30_000

/** Returns how soon to refetch: while paid goods or a mail are pending. */
function lookAgain({ fulfilment, mails }: OrderDetail): number | false {
  const due = mails.filter(({ state }) => state === 'due')
  if (fulfilment === 'due' || due.some(({ answer }) => answer === null)) return WHILE_DUE_MS
  return due.length > 0 && WHILE_TRIED_MS
}

export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: orderKey(id),
    queryFn: () => call(api.shop.orders[':id'].$get({ param: { id: String(id) } })),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data ? lookAgain(data) : false),
  })

/** The address of an order's document, as PDF. */
export const documentAddress = (id: number, kind: OrderDocumentKind): string =>
  `/api/shop/orders/${id}/document/${kind}`

export const vatReportQuery = (year: number, quarter: number) =>
  queryOptions({
    queryKey: ['admin', 'vat', year, quarter],
    queryFn: () => call(api.shop.accounting.vat.$get({ query: { year: String(year), quarter: String(quarter) } })),
    placeholderData: keepPreviousData,
  })

/** The address of a table for bookkeeping, as CSV in the language of the screens. */
export const tableAddress = (table: AccountingTable, period: { from: string; to: string }): string =>
  `/api/shop/accounting/table?${new URLSearchParams({ table, ...period, language: localeState.locale })}`
