import { onlineManager, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { OfflineError } from '../../../api/api-error.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { channelsQuery, useAddChannel } from './notification-queries.ts'

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
