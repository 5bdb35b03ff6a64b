import messages from 'virtual:messages/en'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Intervention } from '#domain/hives/intervention.ts'
import type { OutboxEntry } from '#domain/platform/worker-message.ts'
import { startWorkerStandIn } from '../../../tests/support/browser/worker-stand-in.ts'
import { IntlProvider } from '../../i18n/intl.tsx'
import { useMendedNote } from './use-mended-note.ts'

let worker: ReturnType<typeof startWorkerStandIn>
beforeEach(() => {
  worker = startWorkerStandIn(({ type }) => (type === 'queue' ? { status: 'pending' } : undefined))
})
afterEach(() => worker.end())

const VISIT = '0b1f3f5e-7c2d-4f8a-9a43-5d0a6f3c2b11'
const time = '2026-05-10T10:00:00.000Z'
const noted = { queuedAt: 1000, compared: { server: 900, device: 800 } }
const entryOf = (body: object): OutboxEntry => ({
  ...{ id: 'a', method: 'POST', path: '/api/intervention', ...noted },
  body: { id: 'n', scaleId: 1, label: 'feeding', description: 'Syrup', time, ...body },
  ...{ rejection: null, trouble: null, retryAt: null, sending: false },
})

/** Returns what is queued in place of a waiting note when it is saved with these changes. */
async function mend(
  entry: OutboxEntry,
  changes: { description?: string; time?: string },
  known: readonly Intervention[] = [],
) {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <IntlProvider locale="en" messages={messages}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </IntlProvider>
  )
  const { result } = renderHook(() => useMendedNote(known), { wrapper })
  act(() => result.current.editorOf(entry)!())
  await act(async () => result.current.save({ ...result.current.draft!, ...changes }))
  await expect.poll(() => worker.heard.some(({ type }) => type === 'queue')).toBe(true)
  client.clear()
  return worker.heard.find((message) => message.type === 'queue')!
}

test.each([
  ['now', { isNow: true }],
  ['during a visit', { visitId: VISIT }],
])('a note made %s was made when it was, however much later its words are changed', async (_, body) => {
  const queued = await mend(entryOf(body), { description: 'Syrup, 2 l' })
  expect(queued).toMatchObject({
    noted,
    change: { body: { ...body, id: 'n', description: 'Syrup, 2 l', time, isNow: true } },
  })
})

test('the new words also reach a note that had arrived without an answer', async () => {
  const { change } = await mend(entryOf({}), { description: 'Syrup, 2 l' })
  expect(change.body).toMatchObject({ id: 'n', description: 'Syrup, 2 l', isRewritten: true })
})

test('a time chosen for a note of a visit is not what the clock showed', async () => {
  const later = '2026-05-10T11:00:00.000Z'
  const { change } = await mend(entryOf({ visitId: VISIT }), { time: later })
  expect(change.body).toMatchObject({ visitId: VISIT, time: later, isNow: false })
})

test('a waiting change of a note gets the new words, and still changes nothing else', async () => {
  const edit = { ...entryOf({}), path: '/api/intervention/n', body: { description: 'Syrup' } }
  const known = [
    {
      ...{ id: 'n', scaleId: 1, label: 'feeding' as const, description: '', time },
      amount: 2,
      detail: null,
      visitId: null,
    },
  ]
  const { change } = await mend(edit, { description: 'Syrup, 2 l' }, known)
  expect([change.path, change.body]).toEqual(['/api/intervention/n', { description: 'Syrup, 2 l' }])
})
