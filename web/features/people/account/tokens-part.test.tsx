import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { TokensPart } from './tokens-part.tsx'

afterEach(() => vi.unstubAllGlobals())

test('retrying after a lost answer requests the same token and shows it', async () => {
  const ids: string[] = []
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method !== 'POST') return Response.json([])
    ids.push(JSON.parse(String(body)).id)
    if (ids.length === 1) throw new TypeError('Failed to fetch')
    return Response.json({ message: 'Token made.', token: 'hw_secret', scopes: ['readings'] })
  })
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <TokensPart />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Make a token' }))
  const sheet = within(screen.getByRole('dialog'))
  fireEvent.change(sheet.getByLabelText(/^Name/), { target: { value: 'Spreadsheet' } })
  fireEvent.click(sheet.getByRole('button', { name: 'Make a token' }))
  await sheet.findByRole('alert')
  // so that the next press does not count as a double tap
  fireEvent.input(sheet.getByLabelText(/^Name/))
  fireEvent.click(sheet.getByRole('button', { name: 'Make a token' }))
  expect(await screen.findByDisplayValue('hw_secret')).toBeDefined()
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(ids).toEqual([ids[0], ids[0]])
})
