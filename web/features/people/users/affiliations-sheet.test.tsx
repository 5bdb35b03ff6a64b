import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { AffiliationsButton } from './affiliations-sheet.tsx'

const bees = { id: 3, name: 'Bienenfreunde', userCount: 2, controllerCount: 5 }
beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify([bees])))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const open = () => fireEvent.click(screen.getByRole('button', { name: 'Affiliations' }))
const name = () => screen.getByLabelText<HTMLInputElement>('Name')

test('renaming focuses the name, and is forgotten when the sheet is closed', async () => {
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <AffiliationsButton />
    </QueryClientProvider>,
  )
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Rename Bienenfreunde' }))
  expect(document.activeElement).toBe(name())
  expect(name().value).toBe('Bienenfreunde')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  open()
  expect(name().value).toBe('')
})
