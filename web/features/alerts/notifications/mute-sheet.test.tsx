import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toLocalInput } from '../../../i18n/local-input.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import type { MuteWish } from './mute-queries.ts'
import { MuteSheet } from './mute-sheet.tsx'

test('only an end that was typed is one', () => {
  const wishes: MuteWish[] = []
  renderWithMessages(
    <QueryClientProvider client={new QueryClient()}>
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
