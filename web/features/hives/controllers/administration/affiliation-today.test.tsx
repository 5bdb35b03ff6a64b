import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../../ui/render-with-messages.tsx'
import { AffiliationToday } from './affiliation-today.tsx'

afterEach(() => vi.unstubAllGlobals())

/** Shows the screen with these transmitters, none of which has a problem. */
function show(all: { id: number; name: string }[]): void {
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  vi.stubGlobal('fetch', async (address: unknown) => {
    const items = String(address).includes('state=') ? [] : all
    return new Response(JSON.stringify({ items, nextCursor: null }))
  })
  const router = createRouter({
    routeTree: createRootRoute({ component: AffiliationToday }),
    history: createMemoryHistory(),
  })
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

test('an affiliation without transmitters is not told that all of them are sending', async () => {
  show([])
  expect(await screen.findByText('No transmitters yet')).toBeTruthy()
  expect(screen.queryByText('Nothing to do')).toBeNull()
})

test('if there are transmitters and all are well, there is nothing to do', async () => {
  show([{ id: 1, name: 'Linden' }])
  expect(await screen.findByText('Nothing to do')).toBeTruthy()
  expect(screen.queryByText('No transmitters yet')).toBeNull()
})
