import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { controllersQuery, useController, useRenewDeviceKey } from './controller-queries.ts'

afterEach(() => vi.unstubAllGlobals())

test('retrying after a lost answer asks for the same device key, unless the transmitter is to get it otherwise', async () => {
  const ids: string[] = []
  let isLost = true
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    ids.push(JSON.parse(String(body)).id)
    if (isLost) throw new TypeError('Failed to fetch')
    return Response.json({ message: 'New key.', id: 1, deviceKey: 'key' })
  })
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(useRenewDeviceKey, { wrapper })
  const renew = (overTheAir: boolean) => result.current.mutateAsync({ id: 1, overTheAir }).catch(() => undefined)
  await renew(true)
  await renew(true)
  await renew(false)
  isLost = false
  await renew(false)
  await renew(false)
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect([ids[1], ids[3]]).toEqual([ids[0], ids[2]])
  expect(new Set(ids).size).toBe(3)
  client.clear()
})

test.each([
  ['is no number', Number('abc'), 400],
  ['is unknown', 7, 404],
])('finds no transmitter by an id that %s', async (_, id, status) => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Refused.', code: 'refused' }, { status }))
  const client = createQueryClient()
  client.setQueryData(controllersQuery.queryKey, [])
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result, unmount } = renderHook(() => useController(id), { wrapper })
  await vi.waitFor(() => expect(result.current.isFetching).toBe(false))
  expect([result.current.error, result.current.data]).toEqual([null, null])
  unmount()
  client.clear()
})
