import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { RingHere } from './ring-here.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

/** Makes the browser's push service refuse with this fault. */
function refusePush(fault: DOMException) {
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted' })
  vi.stubGlobal('fetch', async () => Response.json({ publicKey: 'BAECAw' }))
  const pushManager = { getSubscription: async () => null, subscribe: () => Promise.reject(fault) }
  standIn({ ready: Promise.resolve({ pushManager }), getRegistration: async () => ({ pushManager }) })
}

const standIn = (value: unknown) => Object.defineProperty(navigator, 'serviceWorker', { value, configurable: true })

test.each([
  ['AbortError', 'Registration failed - push service error', 'The push service of this browser does not answer'],
  ['AbortError', 'Error retrieving push subscription.', 'The push service of this browser does not answer'],
  ['NotAllowedError', 'permission denied', 'This browser does not allow notifications'],
])('%s (%s) is explained in words', async (name, message, words) => {
  refusePush(new DOMException(message, name))
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <RingHere />
    </QueryClientProvider>,
  )
  const begin = screen.getByRole('button', { name: 'Turn on alarms' })
  begin.focus()
  fireEvent.click(begin)
  expect(await screen.findByText(words)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try again' }))
})

test('if the worker was refused, it says so, since it will never be ready', async () => {
  refusePush(new DOMException('never asked', 'AbortError'))
  standIn({ ready: new Promise(() => undefined), getRegistration: async () => undefined })
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <RingHere />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Turn on alarms' }))
  expect(await screen.findByText('The push service of this browser does not answer')).toBeTruthy()
})
