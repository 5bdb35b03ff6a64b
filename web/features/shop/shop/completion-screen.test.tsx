import { type Query, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { OrderStatus } from '#domain/shop/order.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { CompletionScreen } from './completion-screen.tsx'
import { orderStatusQuery } from './shop-queries.ts'
import type { StepProps } from './step-props.ts'

const key = 'ABCD-EFGH-JKMN-PQRS'
const order: OrderStatus = {
  ...{ key, state: 'open', payment: 'partlyPaid', lastPayment: 'received', paymentMethod: 'card', currency: 'chf' },
  ...{ total: 98_400, paid: 49_200, due: 49_200, orderedAt: '2026-05-10T10:00:00Z', digital: false, fulfilled: false },
  ...{ mail: 'sent', papers: [], codes: [] },
}
const config = { mail: 'shop@example.org', paymentMethods: ['card'] } as unknown as StepProps['config']

afterEach(() => vi.unstubAllGlobals())

test('a customer who paid a part is told what has arrived and can pay the rest', async () => {
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  vi.stubGlobal('fetch', async () => Response.json(order))
  const client = createQueryClient()
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <CompletionScreen orderKey={key} gaveUp={false} mode="hardware+digital" config={config} />,
    }),
    history: createMemoryHistory(),
  })
  const { container } = renderWithMessages(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('A part of it is paid')).toBeTruthy()
  const text = container.textContent?.replaceAll('\u00a0', ' ')
  expect(text).toContain('Already paidCHF 492.00')
  expect(text).toContain('Still to be paidCHF 492.00')
  expect(screen.getByRole('button', { name: 'Pay' })).toBeTruthy()
  client.clear()
})

test.each([
  ['partlyPaid', true],
  ['paid', false],
] as const)('whether the rest has come is asked again: %s', (payment, isAsked) => {
  const { refetchInterval } = orderStatusQuery(key)
  const query = { state: { data: { ...order, payment } } } as Query<OrderStatus, Error, OrderStatus, string[]>
  expect(typeof refetchInterval === 'function' && refetchInterval(query) !== false).toBe(isAsked)
})
