import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { AdministeredUser } from '#domain/people/administered-user.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { UserForm } from './user-form.tsx'

afterEach(() => vi.unstubAllGlobals())

const user = {
  userId: 7,
  role: 3,
  affiliation: null,
  admin: false,
  profile: { country: '' },
} as unknown as AdministeredUser

test('being told of no changes counts as saved only on a retry after a lost answer', async () => {
  const noChanges = () => Response.json({ message: 'Nothing was changed.', code: 'no_changes' }, { status: 400 })
  const lost = () => {
    throw new TypeError('Failed to fetch')
  }
  const answers = [noChanges, lost, noChanges]
  vi.stubGlobal('fetch', async (_input: RequestInfo, init?: RequestInit) =>
    init?.method === 'POST' ? answers.shift()!() : Response.json([]),
  )
  const onSaved = vi.fn()
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <UserForm id="form" user={user} onSaved={onSaved} />
    </QueryClientProvider>,
  )
  const save = (firstname: string) => {
    fireEvent.change(document.querySelector('[name=firstname]')!, { target: { value: firstname } })
    fireEvent.submit(document.forms[0]!)
  }
  save('Anna')
  await screen.findByText('Nothing was changed.')
  save('Anne')
  await screen.findByText(/^The server does not answer/)
  expect(onSaved).not.toHaveBeenCalled()
  save('Anne ')
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
})

test('changes someone else saved since the form was opened are not overwritten', async () => {
  const sent = vi.fn()
  vi.stubGlobal('fetch', async (_input: RequestInfo, init?: RequestInit) => {
    if (init?.method !== 'POST') return Response.json([])
    sent(JSON.parse(String(init.body)))
    return Response.json({ message: 'Saved.', ...user })
  })
  const profile = { firstname: 'Anna', lastname: '', company: '', street: '', zip: '', city: 'Bern', phone: '' }
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <UserForm id="form" user={{ ...user, profile: { ...profile, country: 'ch' } }} onSaved={() => {}} />
    </QueryClientProvider>,
  )
  fireEvent.change(document.querySelector('[name=city]')!, { target: { value: 'Thun' } })
  fireEvent.submit(document.forms[0]!)
  await vi.waitFor(() => expect(sent).toHaveBeenCalledWith({ city: 'Thun' }))
})

test.each(['', 'CH'])('a country that was never chosen here (%j) is not saved with another change', async (country) => {
  const sent = vi.fn()
  vi.stubGlobal('fetch', async (_input: RequestInfo, init?: RequestInit) => {
    if (init?.method !== 'POST') return Response.json([])
    sent(JSON.parse(String(init.body)))
    return Response.json({ message: 'Saved.', ...user })
  })
  const profile = { firstname: '', lastname: '', company: '', street: '', zip: '', city: '', phone: '', country }
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <UserForm id="form" user={{ ...user, profile }} onSaved={() => {}} />
    </QueryClientProvider>,
  )
  fireEvent.change(document.querySelector('[name=city]')!, { target: { value: 'Thun' } })
  fireEvent.submit(document.forms[0]!)
  await vi.waitFor(() => expect(sent).toHaveBeenCalledWith({ city: 'Thun' }))
})

test('moving a user to another affiliation says that their transmitters stay with theirs', async () => {
  const affiliations = [
    { id: 1, name: 'North', userCount: 1, controllerCount: 2 },
    { id: 2, name: 'South', userCount: 0, controllerCount: 0 },
  ]
  vi.stubGlobal('fetch', async () => Response.json(affiliations))
  const moved = { ...user, affiliation: { id: 1, name: 'North' }, controllerCount: 2 }
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <UserForm id="form" user={moved} onSaved={() => {}} />
    </QueryClientProvider>,
  )
  await screen.findByRole('option', { name: 'South' })
  const hint = () => screen.queryByText(/^Transmitters keep the affiliation/)
  const choose = (id: number) =>
    fireEvent.change(document.querySelector('[name=affiliation]')!, { target: { value: String(id) } })
  expect(hint()).toBeNull()
  choose(2)
  expect(hint()).not.toBeNull()
  choose(1)
  expect(hint()).toBeNull()
})
