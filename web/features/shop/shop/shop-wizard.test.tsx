import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { OrderStatus } from '#domain/shop/order.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import type { ShopStep } from './shop-steps.ts'
import { ShopWizard } from './shop-wizard.tsx'

const key = 'ABCD-EFGH-JKMN-PQRS'
const order: OrderStatus = {
  ...{ key, state: 'open', payment: 'open', lastPayment: null, paymentMethod: 'card', currency: 'chf' },
  ...{ total: 98_400, paid: 0, due: 98_400, orderedAt: '2026-05-10T10:00:00Z', digital: false, fulfilled: false },
  ...{ mail: 'sent', papers: [], codes: [] },
}
const closed = {
  ...{ version: 1, enabled: false, mail: { contact: 'shop@example.org' }, paymentMethods: ['card'] },
  ...{ products: { subscriptions: [{}] }, deliveryCountries: ['ch'] },
}

afterEach(() => vi.unstubAllGlobals())

async function visit(step: ShopStep): Promise<() => void> {
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) =>
    Response.json(String(input instanceof Request ? input.url : input).includes(key) ? order : closed),
  )
  const client = createQueryClient()
  const customer = { customer: null, own: undefined, controllerId: undefined, gaveUp: false, sentBack: false }
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <ShopWizard {...customer} mode="hardware+digital" step={step} orderKey={key} />,
    }),
    history: createMemoryHistory(),
  })
  renderWithMessages(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return () => client.clear()
}

test('a shop that has closed takes no new orders', async () => {
  const end = await visit('hardware')
  expect(await screen.findByText('The shop is closed')).toBeTruthy()
  end()
})

test('who ordered before the shop closed still sees the order, and can pay it', async () => {
  const end = await visit('completion')
  expect(await screen.findByText(key)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Pay' })).toBeTruthy()
  expect(screen.queryByText('The shop is closed')).toBeNull()
  // it would lead to the closed shop
  expect(screen.queryByRole('link', { name: 'Back to the shop' })).toBeNull()
  end()
})
