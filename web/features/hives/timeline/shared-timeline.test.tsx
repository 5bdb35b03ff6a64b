import { QueryClientProvider } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SharedView } from '#domain/exchange/share.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'

const NOW = Date.parse('2026-06-01T12:00:00Z')

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => new EventTarget())
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const without = (to: string | null): SharedView => ({
  type: to === null ? 'unlimited' : 'fixed',
  description: 'Our hive',
  days: null,
  from: '2026-05-01T00:00:00Z',
  to,
  readings: null,
  scales: [{ id: 1, name: 'Linden', controllerName: 'Orchard', type: 'weight', emptyWeight: 0, color: 0 }],
})

it.each([
  ['that goes on', null, 'There are no readings yet'],
  ['that is not over', '2026-06-02T00:00:00Z', 'There are no readings yet'],
  ['that is over', '2026-05-08T00:00:00Z', 'No readings were taken in this period'],
])('says of a period %s what may still come', async (_, to, words) => {
  const { SharedTimeline } = await import('./shared-timeline.tsx')
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <SharedTimeline view={without(to)} title="Our hive" logo="" now={() => NOW} onFailure={() => {}} />
    </QueryClientProvider>,
  )
  expect(screen.getByText(words)).toBeDefined()
})

it('says that curves take long if the network is slow', async () => {
  const { SharedTimeline } = await import('./shared-timeline.tsx')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('fetch', () => new Promise<Response>(() => {}))
  const view = { ...without(null), readings: { from: '2026-05-02', to: '2026-05-31' } }
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <SharedTimeline view={view} title="Our hive" logo="" now={() => NOW} onFailure={() => {}} />
    </QueryClientProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(6000))
  expect(screen.getByText(/^The network is slow/)).toBeDefined()
})
