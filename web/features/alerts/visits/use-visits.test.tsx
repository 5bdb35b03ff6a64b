import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { VISITS_MAXIMUM, type Visit } from '#domain/alerts/visit.ts'
import { useVisits } from './use-visits.ts'

afterEach(() => vi.unstubAllGlobals())

test('visits older than those the server lists at once are there, too', async () => {
  const all = Array.from({ length: VISITS_MAXIMUM + 2 }, (_, index): Visit => {
    const startedAt = new Date(Date.parse('2026-05-10T10:00:00Z') - index * 3_600_000).toISOString()
    return { id: String(index), controllerId: 1, startedAt, endedAt: startedAt, endedBy: 'hand', scales: [] }
  })
  vi.stubGlobal('fetch', async (url: string) => {
    const to = new URL(url, 'https://hive.test').searchParams.get('to') ?? all[0]!.startedAt
    return Response.json(all.filter(({ startedAt }) => startedAt <= to).slice(0, VISITS_MAXIMUM))
  })
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result, unmount } = renderHook(useVisits, { wrapper })
  await expect.poll(() => result.current.visits.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  unmount()
  client.clear()
})

test('until the answer after a change, nobody is told that a visit is gone', async () => {
  const answers: ((visits: Visit[]) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise((resolve) => answers.push((visits) => resolve(Response.json(visits)))))
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result, unmount } = renderHook(useVisits, { wrapper })
  const answer = async (visits: Visit[]) => {
    await expect.poll(() => answers.length).toBe(1)
    answers.pop()!(visits)
  }
  await answer([])
  await expect.poll(() => result.current).toMatchObject({ isKnown: true, isAsking: false })
  act(() => void client.invalidateQueries({ queryKey: ['visit'] }))
  await expect.poll(() => result.current).toMatchObject({ isKnown: true, isAsking: true })
  const startedAt = '2026-05-10T10:00:00.000Z'
  await answer([{ id: 'begun', controllerId: 1, startedAt, endedAt: null, endedBy: null, scales: [] }])
  await expect.poll(() => result.current).toMatchObject({ visits: [{ id: 'begun' }], isAsking: false })
  unmount()
  client.clear()
})
