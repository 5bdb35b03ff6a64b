import { type Query, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, screen } from '@testing-library/react'
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

/** Shows an order; returns what the customer reads once `title` is there. */
async function read(shown: OrderStatus, title: string): Promise<string | undefined> {
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  vi.stubGlobal('fetch', async () => Response.json(shown))
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
  expect(await screen.findByText(title)).toBeTruthy()
  client.clear()
  return container.textContent?.replaceAll('\u00a0', ' ')
}

test('a customer who paid a part is told what has arrived and can pay the rest', async () => {
  const text = await read(order, 'A part of it is paid')
  expect(text).toContain('Already paidCHF 492.00')
  expect(text).toContain('Still to be paidCHF 492.00')
  expect(screen.getByRole('button', { name: 'Pay' })).toBeTruthy()
})

test('a payment that fails after a part was paid does not say that nothing came in', async () => {
  const text = await read({ ...order, lastPayment: 'failed' }, 'The transaction failed')
  expect(text).toContain('No money was taken this time; the CHF 492.00 that we already received still count.')
  cleanup()
  const unpaid = { ...order, payment: 'open', lastPayment: 'failed', paid: 0 } as const
  expect(await read(unpaid, 'The transaction failed')).toContain('No money was taken. Try again')
})

test('a customer who paid too much is told how much', async () => {
  const text = await read(
    { ...order, payment: 'overpaid', paid: 196_800, due: -98_400 },
    'Thank you: the order is paid',
  )
  expect(text).toContain("Already paidCHF 1'968.00Paid too muchCHF 984.00")
  expect(text).not.toContain('Still to be paid')
})

test('a canceled order says what was paid for it, unless nothing was', async () => {
  const canceled = { ...order, state: 'cancelled', due: 0 } as const
  expect(await read(canceled, 'This order was canceled')).toContain('We received CHF 492.00 for it.')
  cleanup()
  const free = await read({ ...canceled, payment: 'open', paid: 0 }, 'This order was canceled')
  expect(free).toContain('If that is not what you wanted')
  expect(free).not.toContain('received')
})

test('what was sent with a completed order is not announced again', async () => {
  const paid = { ...order, payment: 'paid', paid: 98_400, due: 0 } as const
  expect(await read(paid, 'Thank you: the order is paid')).toContain('send it to you')
  cleanup()
  const completed = await read({ ...paid, state: 'completed' }, 'Thank you: the order is paid')
  expect(completed).not.toContain('send it to you')
})

test.each([
  ['partlyPaid', true],
  ['paid', false],
] as const)('whether the rest has come is asked again: %s', (payment, isAsked) => {
  const { refetchInterval } = orderStatusQuery(key)
  const query = { state: { data: { ...order, payment } } } as Query<OrderStatus, Error, OrderStatus, string[]>
  expect(typeof refetchInterval === 'function' && refetchInterval(query) !== false).toBe(isAsked)
})
