import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { UnlockScreen } from '../../features/people/session/unlock-screen.tsx'
import { createQueryClient } from '../../offline/query-cache.ts'
import { renderWithMessages } from '../../ui/render-with-messages.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a person reads whether the link worked before the button that leads on', async () => {
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  vi.stubGlobal('fetch', async () => Response.json({ message: 'You can sign in now.' }))
  const client = createQueryClient()
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <UnlockScreen token="a" /> }),
    history: createMemoryHistory(),
  })
  renderWithMessages(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  const words = await screen.findByText('You can sign in now.')
  const button = screen.getByRole('link', { name: 'Back to the sign-in page' })
  expect(words.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  client.clear()
})
