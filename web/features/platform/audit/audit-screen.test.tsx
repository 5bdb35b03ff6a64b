import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { AuditScreen } from './audit-screen.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ items: [], nextCursor: null })))
})
afterEach(() => vi.unstubAllGlobals())

test('an empty list reads differently from filters without a match', async () => {
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <AuditScreen names={{ affiliation: new Map(), region: new Map() }} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('No changes yet')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-05-01' } })
  expect(await screen.findByText('Nothing found')).toBeTruthy()
})
