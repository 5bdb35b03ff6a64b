import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { MuteSheet } from './mute-sheet.tsx'

function Opened() {
  const [open, setOpen] = useState(false)
  const places = [{ id: 1, name: 'Waldrand', isOwn: true, remaining: 100 }]
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <MuteSheet places={places} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

test('the fault of an end time is forgotten once the sheet is closed', () => {
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <Opened />
    </QueryClientProvider>,
  )
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  const untilATime = () => fireEvent.click(screen.getByRole('radio', { name: 'Until …' }))
  const end = () => screen.getByLabelText<HTMLInputElement>('Until')
  press('open')
  untilATime()
  expect(end().value > end().min).toBe(true)
  expect(Date.parse(end().min)).toBeLessThanOrEqual(Date.now())
  fireEvent.change(end(), { target: { value: '2020-01-01T10:00' } })
  press('Mute')
  expect(end().getAttribute('aria-invalid')).toBe('true')
  press('Close')
  press('open')
  untilATime()
  expect(end().getAttribute('aria-invalid')).toBeNull()
})
