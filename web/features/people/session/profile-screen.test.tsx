import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { ProfileScreen } from './profile-screen.tsx'
import { forgetUser } from './session-state.ts'

test('a field that is missing and a phone number that is none are told apart', () => {
  forgetUser()
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <ProfileScreen />
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByLabelText(/^Phone/), { target: { value: 'abc' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByLabelText(/^Phone/).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByText('This is not a phone number.')).toHaveLength(1)
  expect(screen.getAllByText('Fill in this field.')).toHaveLength(5)
})
