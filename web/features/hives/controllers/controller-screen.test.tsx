import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Controller } from '#domain/hives/controller.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { controllersQuery } from './controller-queries.ts'
import { ControllerScreen } from './controller-screen.tsx'

afterEach(() => vi.unstubAllGlobals())

test('the most frequent action comes first among the buttons of a transmitter', async () => {
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const client = createQueryClient()
  client.setQueryData(controllersQuery.queryKey, [{ id: 9, name: 'Linden', access: 'own' } as unknown as Controller])
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <ControllerScreen id={9} regions={[]}>
          {() => null}
        </ControllerScreen>
      ),
    }),
    history: createMemoryHistory(),
  })
  renderWithMessages(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  const change = await screen.findByRole('button', { name: 'Change' })
  const connect = screen.getByRole('link', { name: 'Connect a device' })
  expect(change.compareDocumentPosition(connect)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
