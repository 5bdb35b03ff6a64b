import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { JUMPS_MAXIMUM, type WeightJump } from '#domain/alerts/alarm.ts'
import { useHandJumps } from './year-queries.ts'

afterEach(() => vi.unstubAllGlobals())

test('the jumps of a year are complete and in order, even if the server answers only the newest', async () => {
  const begin = Date.parse('2026-01-01T00:00:00Z')
  const all = Array.from(
    { length: JUMPS_MAXIMUM + 3 },
    (_, index): WeightJump => ({
      ...{ scaleId: 1, time: new Date(begin + index * 60_000).toISOString(), weightChange: 1, byHand: true },
    }),
  )
  vi.stubGlobal('fetch', async (url: string) => {
    const to = Date.parse(new URL(url, 'https://hive.test').searchParams.get('to')!)
    return Response.json(all.filter(({ time }) => Date.parse(time) < to).slice(-JUMPS_MAXIMUM))
  })
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const span = { from: begin / 1000, to: begin / 1000 + 3600 }
  const { result, unmount } = renderHook(() => useHandJumps([1], span, true, begin), { wrapper })
  await expect.poll(() => result.current.missing).toBe(false)
  const times = result.current.jumps.get(1)!.map(({ time }) => time * 1000)
  expect(times).toEqual(all.map(({ time }) => Date.parse(time)))
  unmount()
  client.clear()
})
