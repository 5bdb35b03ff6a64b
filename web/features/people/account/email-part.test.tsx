import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { EmailPart } from './email-part.tsx'

const asked: { path: string; body: unknown }[] = []
const sent = { state: 'sent', reason: null }
let outcome: { state: string; reason: string | null } = sent
beforeEach(() => {
  asked.length = 0
  outcome = sent
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const path = new URL(String(input), window.location.origin).pathname
    if (init?.method !== 'POST') return Response.json(outcome)
    asked.push({ path, body: JSON.parse(String(init?.body)) })
    return Response.json({ message: 'Done.', userEmail: 'new@example.org' })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const show = (changed: () => void) =>
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <EmailPart email="old@example.org" onChanged={changed} />
    </QueryClientProvider>,
  )
const type = (value: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a refused code is reported, and the address can be corrected', async () => {
  show(vi.fn())
  outcome = { state: 'refused', reason: '550 no such user' }
  type('nwe@example.org')
  press('Send the code')
  expect((await screen.findByRole('alert')).textContent).toContain('550 no such user')
  press('Another address')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByLabelText('New e-mail address')).toMatchObject({ value: 'nwe@example.org' })
  outcome = sent
  type('new@example.org')
  press('Send the code')
  await screen.findByLabelText('Code that was mailed to new@example.org')
  press('Send a new code')
  await waitFor(() => expect(asked.map(({ body }) => body)).toHaveLength(3))
  expect(asked.at(-1)).toEqual({ path: '/api/user/email', body: { email: 'new@example.org' } })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the focus moves to the field of the next step', async () => {
  show(vi.fn())
  const box = () => screen.getByRole('textbox')
  expect(document.activeElement).toBe(document.body)
  box().focus()
  type('new@example.org')
  press('Send the code')
  await screen.findByLabelText('Code that was mailed to new@example.org')
  expect(document.activeElement).toBe(box())
  press('Another address')
  await screen.findByLabelText('New e-mail address')
  expect(document.activeElement).toBe(box())
})

test('input for one step does not appear in another', async () => {
  const changed = vi.fn()
  show(changed)
  type('New@example.org')
  press('Send the code')
  await screen.findByLabelText('Code that was mailed to new@example.org')
  expect(screen.getByRole('textbox')).toMatchObject({ value: '' })
  type('12')
  press('Change the address')
  expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
  type('123 456')
  press('Change the address')
  await waitFor(() => expect(changed).toHaveBeenCalledOnce())
  expect(screen.getByLabelText('New e-mail address')).toMatchObject({ value: '' })
  expect(asked).toEqual([
    { path: '/api/user/email', body: { email: 'new@example.org' } },
    { path: '/api/user/email/confirm', body: { email: 'new@example.org', code: '123456' } },
  ])
})

function Renamed() {
  const [email, setEmail] = useState('old@example.org')
  return <EmailPart email={email} onChanged={() => setEmail('new@example.org')} />
}

test('an address that was changed although the answer was lost is shown', async () => {
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <Renamed />
    </QueryClientProvider>,
  )
  type('new@example.org')
  press('Send the code')
  await screen.findByLabelText('Code that was mailed to new@example.org')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  type('123456')
  press('Change the address')
  expect(await screen.findByText(/^You sign in with new@example.org/)).toBeTruthy()
  expect(screen.getByLabelText('New e-mail address')).toMatchObject({ value: '' })
})
