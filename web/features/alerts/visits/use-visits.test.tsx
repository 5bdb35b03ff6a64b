import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
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
