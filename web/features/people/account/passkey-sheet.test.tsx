import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { Passkey } from '#domain/people/passkey.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { PasskeySheet } from './passkey-sheet.tsx'

const passkey = (id: number, name: string): Passkey => ({
  id,
  name,
  createdAt: '2026-05-10T10:00:00.000Z',
  lastUsedAt: null,
})

function Sheets() {
  const [open, setOpen] = useState<Passkey>()
  return (
    <>
      <button type="button" onClick={() => setOpen(passkey(1, 'Phone'))}>
        first
      </button>
      <button type="button" onClick={() => setOpen(passkey(2, 'Tablet'))}>
        second
      </button>
      <PasskeySheet passkey={open} onClose={() => setOpen(undefined)} />
    </>
  )
}

test('the fault of one passkey’s name is not shown for another', () => {
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <Sheets />
    </QueryClientProvider>,
  )
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  const field = () => screen.getByRole('textbox')
  press('first')
  fireEvent.change(field(), { target: { value: ' ' } })
  press('Save')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  press('Cancel')
  press('second')
  expect(field()).toMatchObject({ value: 'Tablet' })
  expect(field().getAttribute('aria-invalid')).toBeNull()
})
