import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { ProfileScreen } from './profile-screen.tsx'
import { forgetUser, setProfile, user } from './session-state.ts'

afterEach(() => vi.unstubAllGlobals())

test('a missing field and an invalid phone number are reported differently', () => {
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

test('only changed fields are sent, so that another tab’s changes are not undone', async () => {
  forgetUser()
  const profile = {
    ...{ firstname: 'Anna', lastname: 'Muster', company: 'Imkerei', street: 'Wabenweg 3', zip: '3000', city: 'Bern' },
    ...{ country: 'ch', phone: '' },
  }
  setProfile(profile)
  const sent: object[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return Response.json({ message: 'Profile saved.', profile: { ...profile, firstname: 'Anne', city: 'Thun' } })
  })
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <ProfileScreen />
    </QueryClientProvider>,
  )
  const enter = (label: RegExp, value: string) => {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  }
  enter(/^Town/, ' Thun ')
  await expect.poll(() => user.profile.firstname).toBe('Anne')
  enter(/^Company/, '')
  await expect.poll(() => sent).toEqual([{ city: 'Thun' }, { company: '' }])
})

test('what comes after the address that had to be given begins at its top', () => {
  const { unmount } = renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <ProfileScreen forced />
    </QueryClientProvider>,
  )
  document.documentElement.scrollTop = 400
  unmount()
  expect(document.documentElement.scrollTop).toBe(0)
})
