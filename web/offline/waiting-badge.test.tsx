import { act, screen } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OutboxEntry } from '#domain/platform/worker-message.ts'
import { startWorkerStandIn } from '../../tests/support/browser/worker-stand-in.ts'
import { renderWithMessages } from '../ui/render-with-messages.tsx'
import { followOutbox } from './outbox.ts'
import { hearWorker } from './service-worker.ts'
import { WaitingBadge } from './waiting-badge.tsx'

let worker: ReturnType<typeof startWorkerStandIn>
beforeAll(() => {
  worker = startWorkerStandIn(() => undefined)
  followOutbox()
  hearWorker()
})
afterAll(() => worker.end())

const trouble = { status: 500, code: 'internal', message: 'Out of order.' }
const entry = (path: string, body: unknown, changes: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...{ id: path, method: 'POST', path, body },
  ...{ queuedAt: 1000, rejection: null, trouble: null, retryAt: null, sending: false },
  ...changes,
})
const network = 'Waits for the network'
const server = 'The server cannot take it now. It is tried again by itself.'

test.each([
  ['a note that waits for the network', [entry('/api/intervention', { id: 'a' })], network],
  ['a note that the server fails on', [entry('/api/intervention', { id: 'a' }, { trouble })], server],
  ['an edit that the server fails on', [entry('/api/intervention/a', {}, { trouble })], server],
  [
    'an edit of a note that the server fails on',
    [entry('/api/intervention', { id: 'a' }, { trouble }), entry('/api/intervention/a', {})],
    server,
  ],
  [
    'a note beside another that the server fails on',
    [entry('/api/intervention', { id: 'b' }, { trouble }), entry('/api/intervention', { id: 'a' })],
    network,
  ],
  [
    'a deletion that the server fails on',
    [entry('/api/intervention/a', undefined, { method: 'DELETE', trouble })],
    server,
  ],
])('%s says so', async (_, entries, words) => {
  await act(async () => worker.tell({ type: 'outbox-changed', entries }))
  renderWithMessages(<WaitingBadge of="/api/intervention/a" />)
  expect(screen.getByText(words)).toBeDefined()
})
