import messages from 'virtual:messages/en'
import { act, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { WorkerNotice } from '#domain/platform/worker-message.ts'
import { startWorkerStandIn } from '../tests/support/browser/worker-stand-in.ts'
import { renderWithMessages } from './ui/render-with-messages.tsx'

/** A page that listens to its worker; `typed`: what a form in it contains. */
async function openPage(typed: string) {
  vi.resetModules()
  const worker = startWorkerStandIn(() => undefined)
  const { showForm } = await import('./ui/form/shown-forms.ts')
  const { hearWorker } = await import('./offline/service-worker.ts')
  const { followNotifications } = await import('./follow-notifications.tsx')
  const { IntlProvider } = await import('./i18n/intl.tsx')
  const { Toaster } = await import('./ui/overlay/toaster.tsx')
  // loaded with the first message, which would be while a test waits for it
  await import('./ui/overlay/toast-stack.tsx')
  const form = document.createElement('form')
  form.innerHTML = '<input name="note">'
  const { leave } = showForm(form)
  form.querySelector('input')!.value = typed
  form.dispatchEvent(new Event('input'))
  const navigate = vi.fn()
  hearWorker()
  followNotifications({ navigate })
  const shown = renderWithMessages(
    <IntlProvider locale="en" messages={messages}>
      <Toaster />
    </IntlProvider>,
  )
  onTestFinished(() => {
    shown.unmount()
    leave()
    worker.end()
  })
  const port = { postMessage: vi.fn() }
  return {
    navigate,
    port,
    tell: (notice: WorkerNotice) => {
      const event = Object.assign(new Event('message'), { data: notice, ports: [port] })
      navigator.serviceWorker.dispatchEvent(event)
    },
  }
}

const tapped = {
  type: 'open',
  path: '/scaleoverview/2/3?alarm=5',
  title: 'Swarm at Linden?',
} as const satisfies WorkerNotice

test('a tap on a notification navigates there, and the worker is told so', async () => {
  const page = await openPage('')
  page.tell({ type: 'timeline-refreshed' })
  expect(page.navigate).not.toHaveBeenCalled()
  page.tell(tapped)
  expect(page.navigate).toHaveBeenCalledExactlyOnceWith({ href: '/scaleoverview/2/3?alarm=5' })
  expect(page.port.postMessage).toHaveBeenCalledExactlyOnceWith(true)
})

test('somebody who is already there is neither moved nor asked', async () => {
  window.history.replaceState({}, '', tapped.path)
  onTestFinished(() => window.history.replaceState({}, '', '/'))
  const page = await openPage('fed 5 kg')
  page.tell(tapped)
  expect(page.port.postMessage).toHaveBeenCalledExactlyOnceWith(true)
  expect(page.navigate).not.toHaveBeenCalled()
  expect(screen.queryByText('Swarm at Linden?')).toBeNull()
})

test('somebody who is typing is asked first, and loses nothing', async () => {
  const page = await openPage('fed 5 kg')
  act(() => page.tell(tapped))
  expect(page.port.postMessage).toHaveBeenCalledExactlyOnceWith(true)
  await screen.findByText('Swarm at Linden?')
  expect(page.navigate).not.toHaveBeenCalled()
  act(() => screen.getByRole('button', { name: 'Show' }).click())
  expect(page.navigate).toHaveBeenCalledExactlyOnceWith({ href: '/scaleoverview/2/3?alarm=5' })
})
