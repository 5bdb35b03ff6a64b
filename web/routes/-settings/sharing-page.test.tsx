import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../offline/query-cache.ts'
import { renderWithMessages } from '../../ui/render-with-messages.tsx'
import { SharingPage } from './sharing-page.tsx'

afterEach(() => vi.unstubAllGlobals())

test('hives of one name are told apart by their transmitters', async () => {
  const share = { description: '', type: 'unlimited', days: null, from: null, to: null, link: null, iframe: null }
  const issuedAt = '2026-05-10T10:00:00.000Z'
  const answers: Record<string, object[]> = {
    share: [
      { ...share, issuedAt, id: 1, scales: [11, 12] },
      { ...share, issuedAt, id: 2, scales: [13] },
    ],
    all: [
      { id: 11, name: 'Hive 1', controllerId: 1 },
      { id: 12, name: 'Hive 1', controllerId: 2 },
      { id: 13, name: 'Linden', controllerId: 2 },
    ],
    controller: [
      { id: 1, name: 'Forest' },
      { id: 2, name: 'Garden' },
    ],
  }
  vi.stubGlobal('fetch', async (url: string) => Response.json(answers[url.split('/').at(-1)!] ?? []))
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <SharingPage />
    </QueryClientProvider>,
  )
  await expect.poll(() => screen.queryByRole('button', { name: 'Hive 1, Forest, Hive 1, Garden' })).not.toBeNull()
  expect(screen.getByRole('button', { name: 'Linden' })).toBeDefined()
})
