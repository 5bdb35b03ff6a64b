import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { MidnightsCard } from './midnights-card.tsx'

afterEach(() => vi.unstubAllGlobals())

test('an empty scale that shows some grams too little is at 0.00 kg, without a minus', async () => {
  const days = [
    { date: '2026-05-09', weight: -0.012, delta: null },
    { date: '2026-05-10', weight: -0.004, delta: 0.008 },
  ]
  vi.stubGlobal('fetch', async () => Response.json({ scales: [{ scaleId: 3, days }] }))
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <MidnightsCard
        controllerId={1}
        scales={[{ id: 3, name: 'Linde', type: 'weight' }]}
        now={() => Date.parse('2026-05-10T10:00:00Z')}
      />
    </QueryClientProvider>,
  )
  await screen.findByRole('table')
  const cells = screen.getAllByRole('row').map((row) => row.children[1]!.textContent.replace('\u00a0', ' '))
  expect(cells).toEqual(['Weight', '0.00 kg', '-0.01 kg'])
})

test.each([
  ['without any scale yet, says how one appears', [], 1],
  ['with only a thermometer, is not there', [{ id: 3, name: 'Brood', type: 'thermometer' } as const], 0],
])('a transmitter %s', (_, scales, count) => {
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <MidnightsCard controllerId={1} scales={scales} now={() => Date.parse('2026-05-10T10:00:00Z')} />
    </QueryClientProvider>,
  )
  expect(screen.queryAllByText('No scale yet')).toHaveLength(count)
  expect(screen.queryAllByText('Weights at midnight')).toHaveLength(count)
})
