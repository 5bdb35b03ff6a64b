import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import type { OrderSearch } from './order-search.ts'
import { OrdersScreen } from './orders-screen.tsx'

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(JSON.stringify({ items: [], nextCursor: null, totals: { count: 0, total: 0, paid: 0, due: 0 } })),
  )
})
afterEach(() => vi.unstubAllGlobals())

test.each<[string, OrderSearch, string]>([
  ['without a filter, however sorted', { sort: 'total', direction: 'ascending', q: undefined }, 'No orders yet'],
  ['with words', { q: 'keller' }, 'No orders found'],
  ['with a filter that is off', { paid: false }, 'No orders found'],
])('no orders %s', async (_what, search, title) => {
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <OrdersScreen search={search} onSearch={() => {}} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText(title)).toBeTruthy()
})
