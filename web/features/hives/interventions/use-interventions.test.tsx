import messages from 'virtual:messages/en'
import { onlineManager, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { IntlProvider } from '../../../i18n/intl.tsx'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { interventionsQuery } from './intervention-queries.ts'
import { changesOfNote, type InterventionDraft, useInterventionChanges } from './use-interventions.ts'

afterEach(() => {
  onlineManager.setOnline(true)
  vi.unstubAllGlobals()
})

const draft: InterventionDraft = {
  scaleIds: [1, 2],
  label: 'feeding',
  description: '',
  time: '2026-05-10T10:00:00.000Z',
}

test('a retry after one of several hives failed adds no duplicates to the others', async () => {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <IntlProvider locale="en" messages={messages}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </IntlProvider>
  )
  let given = 0
  const { result } = renderHook(() => useInterventionChanges(() => `id ${++given}`), { wrapper })
  const sent: { id: string; scaleId: number }[] = []
  let lost = [2]
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const one = JSON.parse(body) as { id: string; scaleId: number }
    if (lost.includes(one.scaleId)) throw new TypeError('Failed to fetch')
    sent.push(one)
    return Response.json({ message: 'Saved.' })
  })
  const add = () => act(async () => void (await result.current.add.mutateAsync(draft).catch(() => undefined)))
  await add()
  lost = []
  await add()
  expect(sent.map(({ scaleId }) => scaleId)).toEqual([1, 1, 2])
  expect(sent[1]!.id).toBe(sent[0]!.id)
  await add()
  expect(new Set(sent.map(({ id }) => id)).size).toBe(4)
})

test('a note with an id keeps it at whatever time it is sent again', async () => {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <IntlProvider locale="en" messages={messages}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </IntlProvider>
  )
  const { result } = renderHook(() => useInterventionChanges(() => 'another'), { wrapper })
  const sent: { id: string }[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    if (sent.length === 1) throw new TypeError('Failed to fetch')
    return Response.json({ message: 'Saved.' })
  })
  for (const time of [draft.time, '2026-05-10T10:01:00.000Z']) {
    const note = { ...draft, id: 'of this note', scaleIds: [1], time, isNow: true }
    await act(async () => void (await result.current.add.mutateAsync(note).catch(() => undefined)))
  }
  expect(sent.map(({ id }) => id)).toEqual(['of this note', 'of this note'])
})

test('a note counts as saved, however long refetching the list takes', async () => {
  const client = createQueryClient()
  client.setQueryData(interventionsQuery.queryKey, [])
  const wrapper = ({ children }: { children: ReactNode }) => (
    <IntlProvider locale="en" messages={messages}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </IntlProvider>
  )
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (method === 'POST') return Response.json({ message: 'Saved.' })
    throw new TypeError('Failed to fetch')
  })
  const { result } = renderHook(
    () => ({ list: useQuery(interventionsQuery), changes: useInterventionChanges(() => 'id 1') }),
    { wrapper },
  )
  onlineManager.setOnline(false)
  act(() => result.current.changes.add.mutate({ ...draft, scaleIds: [1] }))
  await expect.poll(() => result.current.changes.add.isSuccess).toBe(true)
  client.clear()
})

test('changed words name those they replace, in case somebody else changes them, too', () => {
  const note: InterventionDraft = { scaleIds: [1], label: 'feeding', description: '3 l', time: '2026-05-10T10:00:00Z' }
  expect(changesOfNote(note, { ...note, description: '5 l' })).toEqual({ description: '5 l', formerDescription: '3 l' })
  expect(changesOfNote(note, { ...note, amount: 5 })).toEqual({ amount: 5 })
  expect(changesOfNote(note, note)).toBeUndefined()
})
