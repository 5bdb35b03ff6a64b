import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Watch } from '#domain/exchange/watch.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { useEndWatch, watchesQuery } from './watch-queries.ts'

const watch = (controllerId: number): Watch => ({
  controllerId,
  code: 'A1B2',
  name: `Place ${controllerId}`,
  owner: 'Berta',
  since: '2026-05-10T10:00:00.000Z',
})

const client = createQueryClient()
const shown = () => client.getQueryData(watchesQuery.queryKey)
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)

beforeEach(() => client.clear())
afterEach(() => vi.unstubAllGlobals())

test('if ending a watch fails, only that watch reappears', async () => {
  client.setQueryData(watchesQuery.queryKey, [watch(1), watch(2), watch(3)])
  const gate = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', (url: string) => (url.endsWith('/2') ? gate.promise : new Response('{}')))
  const { result } = renderHook(useEndWatch, { wrapper })
  act(() => {
    result.current.mutate(watch(2))
    result.current.mutate(watch(3))
  })
  await expect.poll(() => client.isMutating()).toBe(1)
  expect(shown()).toEqual([watch(1)])
  gate.reject(new TypeError('no network'))
  await expect.poll(() => client.isMutating()).toBe(0)
  expect(shown()).toEqual([watch(1), watch(2)])
})

test('ending a watch that was already over succeeds, as after a second press or a lost answer', async () => {
  client.setQueryData(watchesQuery.queryKey, [watch(1), watch(2)])
  const answers = [Response.json({ message: 'Unknown code.', code: 'watch_not_found' }, { status: 404 })]
  vi.stubGlobal('fetch', () => answers.shift() ?? Response.json([watch(1)]))
  const { result } = renderHook(useEndWatch, { wrapper })
  await act(() => result.current.mutateAsync(watch(2)))
  expect(shown()).toEqual([watch(1)])
})
