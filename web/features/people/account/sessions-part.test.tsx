import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { SessionsPart } from './sessions-part.tsx'

afterEach(() => vi.unstubAllGlobals())

const other = {
  ...{ id: 'a', thisDevice: false, browser: 'Chrome', system: 'Android', factor: 'password' },
  ...{ createdAt: '2026-05-10T10:00:00.000Z', lastSeenAt: '2026-05-10T10:00:00.000Z' },
}

test('after signing out the others, the channels are asked for again, and this device says that it is one', async () => {
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) =>
    Response.json(method === 'DELETE' ? { message: 'Done.', ended: 1 } : [other]),
  )
  const queryClient = createQueryClient()
  const reports = vi.fn(async () => 7)
  await queryClient.prefetchQuery({ queryKey: ['notification', 'this-device'], queryFn: reports, staleTime: Infinity })
  renderWithMessages(
    <QueryClientProvider client={queryClient}>
      <SessionsPart />
    </QueryClientProvider>,
  )
  expect(reports).toHaveBeenCalledTimes(1)
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out all others' }))
  await waitFor(() => expect(reports).toHaveBeenCalledTimes(2))
  queryClient.clear()
})
