import { QueryClientProvider, useSuspenseQuery } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { keptOffline, openQueryCache, queryClient, wipeQueryCache } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { CrashPage } from './crash-page.tsx'

type Place = { scales: string[] | null }

let asked: number
let answer: Place
const places = {
  queryKey: ['place'],
  queryFn: async () => {
    asked++
    return answer
  },
  ...keptOffline,
}

function Places() {
  const { data } = useSuspenseQuery(places)
  return <p>{data.scales!.join()}</p>
}

beforeEach(() => {
  asked = 0
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  // the router and React log errors that are caught
  vi.mocked(console.error).mockReturnValue()
})

/** Reloads the page for an account with an answer cached on this device. */
async function open(kept: Place): Promise<void> {
  wipeQueryCache()
  await openQueryCache(1)
  queryClient.setQueryData(places.queryKey, kept)
  queryClient
    .getQueryCache()
    .find(places)!
    .setOptions({ ...places, queryHash: '["place"]' })
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  visibility.mockRestore()
  wipeQueryCache(queryClient, { stored: false })
  await openQueryCache(1)
  const router = createRouter({
    routeTree: createRootRoute({ component: Places, errorComponent: CrashPage }),
    history: createMemoryHistory(),
  })
  renderWithMessages(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

test('a screen that crashes on cached data refetches it', async () => {
  answer = { scales: ['Linden'] }
  await open({ scales: null })
  await screen.findByText('Linden')
  expect(asked).toBe(1)
  vi.mocked(console.error).mockClear()
})

test('a screen that crashes on fresh data says so', async () => {
  answer = { scales: null }
  await open({ scales: null })
  await screen.findByText('This page does not work')
  expect(asked).toBe(1)
  vi.mocked(console.error).mockClear()
})
