import { QueryClientProvider } from '@tanstack/react-query'
import { createEvent, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Watch } from '#domain/exchange/watch.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { Toaster } from '../../../ui/overlay/toaster.tsx'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { WatchesScreen } from './watches-screen.tsx'

afterEach(() => vi.unstubAllGlobals())

const watch = (controllerId: number): Watch => ({
  controllerId,
  code: 'A1B2',
  name: `Place ${controllerId}`,
  owner: 'Berta',
  since: '2026-05-10T10:00:00.000Z',
})

test('a watch whose end could not be undone without a network can be brought back later', async () => {
  let watches = [watch(1)]
  const answers = [() => Promise.reject(new TypeError('no network')), () => Response.json({ message: 'Watched.' })]
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (method === 'POST') return answers.shift()!()
    if (method === 'DELETE') watches = []
    return Response.json(method === 'DELETE' ? { message: 'Ended.' } : watches)
  })
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <WatchesScreen />
      <Toaster />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Stop' }))
  const undo = { name: 'Undo' }
  fireEvent.click(await screen.findByRole('button', undo))
  await screen.findByText(/^The server does not answer/)
  fireEvent.click(await screen.findByRole('button', undo))
  await expect.poll(() => answers).toEqual([])
  await expect.poll(() => screen.queryByRole('button', undo)).toBeNull()
})

/** Touches a button, always at the same spot, at time `at` in ms. */
function touch(button: HTMLElement, at: number) {
  const down = createEvent.pointerDown(button)
  Object.defineProperties(down, { timeStamp: { value: at }, clientX: { value: 20 }, clientY: { value: 20 } })
  fireEvent(button, down)
  fireEvent.click(button, { detail: 1 })
}

test('a double tap does not also end the watch that moves up into the place of the first one', async () => {
  const ended: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (method !== 'DELETE') return Response.json([1, 2, 3].map(watch).slice(ended.length))
    ended.push(url)
    return Response.json({ message: 'Ended.' })
  })
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <WatchesScreen />
    </QueryClientProvider>,
  )
  const ends = () => screen.findAllByRole('button', { name: 'Stop' })
  const goneFrom = (count: number) => expect.poll(async () => (await ends()).length).toBe(count - 1)
  const [first, second] = await ends()
  touch(first!, 1000)
  await goneFrom(3)
  touch(second!, 1200)
  touch(second!, 3000)
  await goneFrom(2)
  expect(ended).toEqual([expect.stringMatching(/1$/), expect.stringMatching(/2$/)])
})

test('a code that was accepted leaves its field at once, however long a weak network takes to load what it opened', async () => {
  let isWeak = false
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (isWeak) return new Promise(() => {})
    isWeak = method === 'POST'
    return Response.json(method === 'POST' ? { message: 'Watched.' } : [])
  })
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <WatchesScreen />
    </QueryClientProvider>,
  )
  await screen.findByText('You are not watching any transmitter')
  const field = screen.getByLabelText<HTMLInputElement>('Code of the transmitter')
  fireEvent.change(field, { target: { value: 'A1B2' } })
  fireEvent.click(screen.getByRole('button', { name: 'Watch' }))
  await expect.poll(() => field.value).toBe('')
  expect(screen.getByRole('button', { name: 'Watch' }).getAttribute('aria-busy')).toBeNull()
})
