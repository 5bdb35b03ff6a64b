import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Share } from '#domain/exchange/share.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { SharesScreen } from './shares-screen.tsx'

afterEach(() => vi.unstubAllGlobals())

const share = (id: number, description: string): Share => ({
  ...{ id, description, type: 'livefeed', scales: [1], days: 7, from: null, to: null },
  issuedAt: '2026-05-10T10:00:00.000Z',
  link: `https://hive.example.org/shared/livefeed?token=${id}`,
  iframe: null,
})

test('when a link is revoked, the focus moves to the next one', async () => {
  let shares = [share(2, 'Club'), share(1, 'School')]
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (method !== 'DELETE') return Response.json(shares)
    shares = shares.slice(1)
    return Response.json({ message: 'Link removed.', id: 2 })
  })
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <SharesScreen nameOf={String} />
    </QueryClientProvider>,
  )
  const press = (button: HTMLElement) => {
    button.focus()
    fireEvent.click(button)
  }
  press(await screen.findByRole('button', { name: 'Club' }))
  press(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove share' }))
  press(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove share' }))
  await expect.poll(() => screen.queryByRole('button', { name: 'Club' })).toBeNull()
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'School' }))
})
