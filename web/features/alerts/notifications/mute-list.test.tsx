import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Mute } from '#domain/alerts/notification.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { MuteList } from './mute-list.tsx'

afterEach(() => vi.unstubAllGlobals())

test('when a mute ends, the focus moves to the next one', async () => {
  let mutes: Mute[] = (['swarm', 'battery'] as const).map((notificationType) => ({
    controllerId: 1,
    notificationType,
    enddate: null,
  }))
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit = {}) => {
    if (method === 'POST') mutes = mutes.filter(({ notificationType }) => !url.includes(notificationType))
    return new Response(JSON.stringify(method === 'POST' ? { message: 'Unmuted.' } : mutes))
  })
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <MuteList places={[{ id: 1, name: 'Orchard', isOwn: true, remaining: 200 }]} />
    </QueryClientProvider>,
  )
  const unmute = (name: RegExp) => {
    const button = screen.getByRole('button', { name })
    button.focus()
    fireEvent.click(button)
    return waitFor(() => expect(button.isConnected).toBe(false))
  }
  await screen.findByRole('button', { name: /Unmute Swarm/ })
  await unmute(/Unmute Swarm/)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /Unmute Battery/ }))
  await unmute(/Unmute Battery/)
  expect(document.activeElement?.textContent).toContain('Nothing is muted')
})
