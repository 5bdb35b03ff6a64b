import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { WatchCodeCard } from './watch-code-card.tsx'

let asked: string[]
let lost: boolean
beforeEach(() => {
  asked = []
  lost = false
  vi.stubGlobal('fetch', async (_: RequestInfo | URL, init?: RequestInit) => {
    const open = init?.method === 'POST'
    if (open) asked.push(JSON.parse(String(init.body)).id)
    if (open && lost) throw new TypeError('network error')
    const code = open ? { watchCode: 'A1B2', watchCodeEnd: '2026-05-17T10:00:00.000Z' } : noCode
    return Response.json({ message: 'Done.', controllerId: 1, watchers: [], ...code })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const noCode = { watchCode: null, watchCodeEnd: null }

test('a code is asked for as the same one until it is shown', async () => {
  const client = createQueryClient()
  renderWithMessages(
    <QueryClientProvider client={client}>
      <WatchCodeCard controllerId={1} />
    </QueryClientProvider>,
  )
  lost = true
  fireEvent.click(await screen.findByRole('button', { name: 'Make a code' }))
  await vi.waitFor(() => expect([asked.length, client.isMutating()]).toEqual([1, 0]))
  lost = false
  fireEvent.click(screen.getByRole('button', { name: 'Make a code' }))
  await screen.findByText('A1B2')
  fireEvent.click(screen.getByRole('button', { name: 'New code' }))
  await vi.waitFor(() => expect(asked).toHaveLength(3))
  expect(asked[1]).toBe(asked[0])
  expect(asked[2]).not.toBe(asked[0])
})
