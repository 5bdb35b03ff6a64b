import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { SeasonRanking } from './season-ranking.tsx'

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(
        JSON.stringify({
          items: [],
          nextCursor: null,
          year: 2026,
          at: '2026-05-20T12:00:00.000Z',
          hives: 0,
          regions: [],
        }),
      ),
  )
})
afterEach(() => vi.unstubAllGlobals())

test('a season without gains reads differently from a search without a match', async () => {
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <SeasonRanking year={2026} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('No gain in this season yet')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Hive, transmitter or owner'), { target: { value: 'linden' } })
  expect(await screen.findByText('No hive found')).toBeTruthy()
})
