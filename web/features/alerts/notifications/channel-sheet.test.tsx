import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { NotificationChannel } from '#domain/alerts/notification.ts'
import { sampleChannel } from '../../../../tests/support/samples/sample-channel.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { ChannelSheet } from './channel-sheet.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

const ntfy: NotificationChannel = {
  ...sampleChannel,
  ...{ type: 'ntfy', name: 'Phone', address: 'https://ntfy.example.org/bees', hasToken: true },
}

function Edited() {
  const [open, setOpen] = useState(true)
  return <ChannelSheet channel={ntfy} name="Phone" places={[]} open={open} onClose={() => setOpen(false)} />
}

function saveAs(name: string) {
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <Edited />
    </QueryClientProvider>,
  )
  fireEvent.change(nameField(), { target: { value: name } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
}
const nameField = () => screen.getByLabelText(/^Name/)

test('input stays until the server has saved it', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  saveAs('Kitchen')
  await screen.findByRole('alert')
  expect(nameField()).toMatchObject({ value: 'Kitchen' })
  const saved = vi.fn(async () => Response.json({ ...ntfy, name: 'Kitchen', message: 'Saved.' }))
  vi.stubGlobal('fetch', saved)
  // without this, a press so soon after the first counts as a finger's double tap
  fireEvent.input(nameField())
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saved).toHaveBeenCalled()
})

test('a refused token is reported at its field', async () => {
  const reply = { code: 'token_invalid', message: 'This token is wrong.' }
  vi.stubGlobal('fetch', async () => Response.json(reply, { status: 400 }))
  saveAs('Kitchen')
  await screen.findByText('This token is wrong.')
  expect(screen.getByLabelText(/token/i).getAttribute('aria-invalid')).toBe('true')
  expect(nameField()).toMatchObject({ value: 'Kitchen' })
})

test('only what was changed is sent, so that what somebody else has saved since is kept', async () => {
  const sent = vi.fn(async (_input: RequestInfo, _init?: RequestInit) => Response.json({ ...ntfy, message: 'Saved.' }))
  vi.stubGlobal('fetch', sent)
  saveAs('Kitchen')
  await waitFor(() => expect(sent).toHaveBeenCalled())
  expect(sent.mock.calls.flatMap(([, init]) => (init?.body ? [JSON.parse(String(init.body))] : []))).toEqual([
    { name: 'Kitchen' },
  ])
})
