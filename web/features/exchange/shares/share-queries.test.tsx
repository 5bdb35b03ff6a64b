import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { useAddShare } from './share-queries.ts'

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
)

afterEach(() => vi.unstubAllGlobals())

test('retrying after a lost answer requests the same link, until its content changes or it was created', async () => {
  const ids: string[] = []
  let isLost = true
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    ids.push(JSON.parse(String(body)).id)
    if (isLost) throw new TypeError('Failed to fetch')
    return Response.json({ message: 'Link made.' })
  })
  const { result } = renderHook(useAddShare, { wrapper })
  const make = (days: number) =>
    result.current.mutateAsync({ type: 'livefeed', days, scales: [1] }).catch(() => undefined)
  await make(7)
  await make(7)
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(ids[1]).toBe(ids[0])
  await make(14)
  isLost = false
  await make(14)
  await make(14)
  expect(ids[3]).toBe(ids[2])
  expect(new Set(ids).size).toBe(3)
})
