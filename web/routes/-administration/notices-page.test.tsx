import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { user } from '../../features/people/session/session-state.ts'
import { createQueryClient } from '../../offline/query-cache.ts'
import { renderWithMessages } from '../../ui/render-with-messages.tsx'
import { NoticesPage } from './notices-page.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('[]'))
})
afterEach(() => {
  Object.assign(user, { manager: false, affiliation: null })
  vi.unstubAllGlobals()
})

test('a manager without an affiliation is told so instead of getting a form that reaches nobody', () => {
  Object.assign(user, { manager: true, affiliation: null })
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <NoticesPage />
    </QueryClientProvider>,
  )
  expect(screen.getByText('You have no affiliation')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Send message' })).toBeNull()
})
