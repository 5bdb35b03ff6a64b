import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../../ui/render-with-messages.tsx'
import { AdministeredScreen, AffiliatedScreen } from './administered-screen.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ items: [], nextCursor: null })))
})
afterEach(() => vi.unstubAllGlobals())

const asked = { onSearch: () => {}, onSaved: () => {}, regions: [], affiliations: [] }
const show = (screenOf: ReactNode) =>
  renderWithMessages(<QueryClientProvider client={createQueryClient()}>{screenOf}</QueryClientProvider>)

test('a manager whose affiliation has no transmitter is told who assigns them, without a button to show all', async () => {
  show(<AffiliatedScreen {...asked} search={{ sort: 'imei' }} affiliation="Bienenfreunde" />)
  expect(await screen.findByText(/as soon as an administrator assigns some/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull()
})

test('an administrator without any transmitter is shown how to add the first one', async () => {
  show(<AdministeredScreen {...asked} search={{}} />)
  expect(await screen.findByText('Register the first one above.')).toBeTruthy()
})

test('a search without a match offers to show all again', async () => {
  show(<AffiliatedScreen {...asked} search={{ q: 'linden' }} affiliation="Bienenfreunde" />)
  expect(await screen.findByText('No transmitter found')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Show all' })).toBeTruthy()
})
