import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { NotificationChannel } from '#domain/alerts/notification.ts'
import type { Controller } from '#domain/hives/controller.ts'
import { sampleChannel } from '../../../tests/support/samples/sample-channel.ts'
import { channelsQuery, waysQuery } from '../../features/alerts/notifications/notification-queries.ts'
import { controllersQuery } from '../../features/hives/controllers/controller-queries.ts'
import { installation } from '../../features/platform/installation/installation-state.ts'
import { createQueryClient } from '../../offline/query-cache.ts'
import { renderWithMessages } from '../../ui/render-with-messages.tsx'
import { NotificationsPage } from './notifications-page.tsx'

const channel: NotificationChannel = { ...sampleChannel, controllerIds: [9] }
const watched = { id: 9, name: 'Seerose', access: 'watched', remainingNotifications: 100 } as unknown as Controller

afterEach(() => vi.unstubAllGlobals())

test('what a channel rings for can be chosen once the transmitters are known', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const client = createQueryClient()
  client.setQueryData(channelsQuery.queryKey, [channel])
  renderWithMessages(
    <QueryClientProvider client={client}>
      <NotificationsPage />
    </QueryClientProvider>,
  )
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull()
  act(() => void client.setQueryData(controllersQuery.queryKey, [watched]))
  fireEvent.click(await screen.findByRole('button', { name: 'Change' }))
  expect(screen.getByLabelText<HTMLInputElement>(/^Seerose/).checked).toBe(true)
})

function showChannels(first: NotificationChannel) {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const client = createQueryClient()
  client.setQueryData(channelsQuery.queryKey, [first])
  client.setQueryData(controllersQuery.queryKey, [watched])
  renderWithMessages(
    <QueryClientProvider client={client}>
      <NotificationsPage />
    </QueryClientProvider>,
  )
  return (channels: NotificationChannel[]) => act(() => void client.setQueryData(channelsQuery.queryKey, channels))
}

test('after a channel was removed, the focus moves to the heading of the others', async () => {
  const show = showChannels(channel)
  screen.getByRole('button', { name: 'Remove' }).focus()
  show([])
  await expect.poll(() => document.activeElement?.textContent).toBe('Where alarms go')
})

test('a new channel takes the focus from nobody', async () => {
  const show = showChannels(channel)
  show([channel, { ...channel, id: 2, name: 'Office' }])
  await screen.findByText('Office')
  expect(document.activeElement).toBe(document.body)
})

test('after a channel was confirmed, the focus moves to its test button', async () => {
  const show = showChannels({ ...channel, status: 'unconfirmed' })
  screen.getByRole('button', { name: 'Confirm' }).focus()
  show([channel])
  await expect.poll(() => document.activeElement?.textContent).toBe('Test')
})

test('an iPhone in the browser is told only that adding the app to the home screen comes first', () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const client = createQueryClient()
  client.setQueryData(channelsQuery.queryKey, [])
  client.setQueryData(controllersQuery.queryKey, [watched])
  const page = (
    <QueryClientProvider client={client}>
      <NotificationsPage />
    </QueryClientProvider>
  )
  const { unmount } = renderWithMessages(page)
  expect(screen.getByText(/^This browser cannot show alarms|^Alarms on this device need/)).toBeTruthy()
  unmount()
  installation.way = 'by-hand'
  renderWithMessages(page)
  expect(screen.getByText(/alarms only ring once the app is on the home screen/)).toBeTruthy()
  expect(screen.getByText('Put the app on the home screen as shown above, or add an e-mail address.')).toBeTruthy()
  expect(screen.queryByText(/^This browser cannot show alarms|^Alarms on this device need/)).toBeNull()
  installation.way = 'unavailable'
})

test('if the server sends no mail, it is not offered as a channel', () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const client = createQueryClient()
  client.setQueryData(channelsQuery.queryKey, [])
  client.setQueryData(controllersQuery.queryKey, [watched])
  client.setQueryData(waysQuery.queryKey, { email: false, sms: false })
  renderWithMessages(
    <QueryClientProvider client={client}>
      <NotificationsPage />
    </QueryClientProvider>,
  )
  expect(screen.getByText('Add a service of your own.')).toBeTruthy()
  expect(screen.getByText(/A service of your own can get them/)).toBeTruthy()
  expect(screen.queryByText(/e-mail address/)).toBeNull()
})
