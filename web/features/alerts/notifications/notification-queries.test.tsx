import { onlineManager, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { OfflineError } from '../../../api/api-error.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { channelsQuery, useAddChannel, useRenewSecret } from './notification-queries.ts'

afterEach(() => {
  onlineManager.setOnline(true)
  vi.unstubAllGlobals()
})

test('without a network, it says at once that a channel was not added', async () => {
  const client = createQueryClient()
  client.setQueryData(channelsQuery.queryKey, [])
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  onlineManager.setOnline(false)
  const { result } = renderHook(() => ({ list: useQuery(channelsQuery), add: useAddChannel('email') }), { wrapper })
  act(() => result.current.add.mutate('anna@example.org'))
  await expect.poll(() => result.current.add.error).toBeInstanceOf(OfflineError)
  client.clear()
})

test('retrying after a lost answer asks for the same signing secret', async () => {
  const ids: string[] = []
  let isLost = true
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    ids.push(JSON.parse(String(body)).id)
    if (isLost) throw new TypeError('Failed to fetch')
    return Response.json({ message: 'Saved.', id: 5, signingSecret: 'whsec_x' })
  })
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useRenewSecret(5), { wrapper })
  const renew = () => result.current.mutateAsync().catch(() => undefined)
  await renew()
  isLost = false
  await renew()
  await renew()
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
  client.clear()
})
