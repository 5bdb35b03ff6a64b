import messages from 'virtual:messages/en'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Mute } from '#domain/alerts/notification.ts'
import { IntlProvider } from '../../../i18n/intl.tsx'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { everyType, mutesQuery, useMute, useUnmute } from './mute-queries.ts'

const swarm: Mute = { controllerId: 1, notificationType: 'swarm', enddate: null }
const battery: Mute = { controllerId: 1, notificationType: 'battery', enddate: null }

const client = createQueryClient()
const shown = () => client.getQueryData(mutesQuery.queryKey)
const show = (mutes: Mute[]) => client.setQueryData(mutesQuery.queryKey, mutes)
const wrapper = ({ children }: { children: ReactNode }) => (
  <IntlProvider locale="en" messages={messages}>
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  </IntlProvider>
)
const json = (body: unknown) => new Response(JSON.stringify(body))
const noNetwork = () => Promise.reject(new TypeError('no network'))

beforeEach(() => client.clear())
afterEach(() => vi.unstubAllGlobals())

test('a mute of all alarms that fails halfway keeps what the server accepted', async () => {
  show([])
  const post = vi
    .fn()
    .mockResolvedValueOnce(json({ message: 'Muted.' }))
    .mockImplementation(noNetwork)
  vi.stubGlobal('fetch', (_url: string, { method }: RequestInit) => (method === 'POST' ? post() : json([swarm])))
  const { result } = renderHook(() => ({ query: useQuery(mutesQuery), mute: useMute() }), { wrapper })
  act(() => result.current.mute.mutate({ controllerId: 1, types: everyType, enddate: null }))
  await expect.poll(() => post).toHaveBeenCalledTimes(everyType.length)
  await expect.poll(() => shown()).toEqual([swarm])
})

test('if an unmute fails, only that mute reappears', async () => {
  show([swarm, battery])
  const gate = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', (url: string) => (url.includes('swarm') ? gate.promise : json({ message: 'Unmuted.' })))
  const { result } = renderHook(useUnmute, { wrapper })
  act(() => {
    result.current.mutate({ controllerId: 1, type: 'swarm' })
    result.current.mutate({ controllerId: 1, type: 'battery' })
  })
  await expect.poll(() => client.isMutating()).toBe(1)
  expect(shown()).toEqual([])
  gate.reject(new TypeError('no network'))
  await expect.poll(() => client.isMutating()).toBe(0)
  expect(shown()).toEqual([swarm])
})

test('a mute shows no list if none is loaded yet', async () => {
  vi.stubGlobal('fetch', async () => json({ message: 'Muted.' }))
  const { result } = renderHook(useMute, { wrapper })
  act(() => result.current.mutate({ controllerId: 1, types: ['swarm'], enddate: null }))
  await expect.poll(() => client.isMutating()).toBe(0)
  expect(shown()).toBeUndefined()
})
