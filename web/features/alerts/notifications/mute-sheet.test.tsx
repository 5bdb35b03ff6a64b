import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { toLocalInput } from '../../../i18n/local-input.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import type { MuteWish } from './mute-queries.ts'
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

test('only an end that was typed is one', () => {
  const wishes: MuteWish[] = []
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <MuteSheet
        open
        places={[{ id: 1, name: 'Orchard', isOwn: true, remaining: 200 }]}
        onMute={(wish) => wishes.push(wish)}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  )
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Mute' }))
  save()
  fireEvent.click(screen.getByRole('radio', { name: 'Until …' }))
  const end = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 3_600_000)
  fireEvent.change(screen.getByLabelText('Until'), { target: { value: toLocalInput(end) } })
  save()
  expect(wishes).toMatchObject([{ isTyped: false }, { isTyped: true, enddate: end.toISOString() }])
})
