import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Alarm } from '#domain/alerts/alarm.ts'
import type { OutboxChange, OutboxEntry } from '#domain/platform/worker-message.ts'
import { startWorkerStandIn } from '../../../../tests/support/browser/worker-stand-in.ts'
import { followOutbox, forgetOutbox } from '../../../offline/outbox.ts'
import { queryClient } from '../../../offline/query-cache.ts'
import { hearWorker } from '../../../offline/service-worker.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { openAlarmsQuery, recentAlarmsQuery } from './alarm-queries.ts'
import { AlarmsScreen } from './alarms-screen.tsx'

const alarm: Alarm = {
  id: 1,
  scaleId: null,
  controllerId: 1,
  type: 'swarm',
  status: 'provisional',
  startedAt: '2026-05-20T11:58:00.000Z',
  detectedAt: '2026-05-20T12:00:00.000Z',
  endedAt: null,
  weightChange: null,
  confidence: 0.9,
  why: [],
  verdict: null,
}
const places = {
  nameOf: () => 'Linden',
  apiaryOf: () => undefined,
  mayJudge: () => true,
  actionsOf: () => null,
  afterOf: () => null,
}

const waits = (change: OutboxChange): OutboxEntry => ({
  ...change,
  ...{ queuedAt: 1000, rejection: null, trouble: null, retryAt: null, sending: false },
})
let worker: ReturnType<typeof startWorkerStandIn>

beforeAll(() => {
  // no network: queued changes stay pending
  worker = startWorkerStandIn((message) => {
    if (message.type !== 'queue') return undefined
    worker.tell({ type: 'outbox-changed', entries: [waits(message.change)] })
    return { status: 'pending' }
  })
  followOutbox()
  hearWorker()
})
afterAll(() => worker.end())
beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
})
afterEach(() => {
  forgetOutbox()
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function show(recent: Alarm[] | undefined, open: Alarm[] = [alarm]): Promise<void> {
  queryClient.setQueryData(openAlarmsQuery.queryKey, open)
  if (recent) queryClient.setQueryData(recentAlarmsQuery.queryKey, recent)
  const root = createRootRoute()
  const component = () => <AlarmsScreen places={places} />
  const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '/', component })])
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  renderWithMessages(
    <QueryClientProvider client={queryClient}>
      {/* the types expect the app's own route tree, not this test's */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await (open.length > 0 ? screen.findByRole('region', { name: /^Swarm: Linden/ }) : screen.findByText(/^All quiet/))
}

const card = () => screen.getByRole('region', { name: /^Swarm: Linden/ })
/** The heading above the alarm, and its color. */
const standing = () => ({
  below: within(card().closest<HTMLElement>('section:not([aria-labelledby])')!).getByRole('heading', { level: 2 })
    .textContent,
  tone: card().dataset.tone,
})

test.each([
  ['that is listed', [alarm]],
  ['that came after the list of the last days', []],
])('an alarm %s no longer waits once it is judged, even while the verdict is queued', async (_, recent) => {
  await show(recent)
  expect(standing()).toEqual({ below: 'Open', tone: 'alarm' })
  fireEvent.click(screen.getByRole('button', { name: 'It was not' }))
  await expect.poll(standing).toEqual({ below: 'The last 30 days', tone: undefined })
  expect(screen.getByText('All quiet: no alarm needs your attention.')).toBeDefined()
  expect(within(card()).getByRole('button', { name: 'Undo' })).toBeDefined()
})

test('the focus goes to the heading of the open alarms when the alarm that was judged moves to the other list', async () => {
  await show([alarm], [alarm, { ...alarm, id: 2, type: 'silence' }])
  const button = within(card()).getByRole('button', { name: 'It was not' })
  button.focus()
  fireEvent.click(button)
  await expect.poll(() => document.activeElement?.textContent).toBe('Open')
})

test('a verdict queued before the app started is shown with its alarm, even if no other list is known', async () => {
  await act(async () =>
    worker.tell({
      type: 'outbox-changed',
      entries: [waits({ id: 'a', method: 'POST', path: '/api/alarm/1', body: { verdict: 'false' } })],
    }),
  )
  await show(undefined)
  expect(standing()).toEqual({ below: 'Open', tone: undefined })
  expect(within(card()).getByRole('button', { name: 'Undo' })).toBeDefined()
})

test('the all-quiet message says how old it is, once, even if nothing else is known', async () => {
  await show(undefined, [])
  expect(screen.getAllByText(/^Data from/)).toHaveLength(1)
  act(() => queryClient.setQueryData(recentAlarmsQuery.queryKey, []))
  await expect.poll(() => screen.getAllByText(/^Data from/)).toHaveLength(1)
})

test('a list that is cut off says so at its end', async () => {
  const past: Alarm = { ...alarm, id: 2, type: 'silence', verdict: 'confirmed' }
  const others = (count: number) => [...Array<Alarm>(count).fill(alarm), past]
  queryClient.setQueryData(recentAlarmsQuery.queryKey, others(1998))
  await show(undefined)
  expect(screen.queryByText(/^These are the newest/)).toBeNull()
  act(() => queryClient.setQueryData(recentAlarmsQuery.queryKey, others(1999)))
  expect(await screen.findByText(/^These are the newest 2,000 alarms\./)).toBeDefined()
})

test('of many alarms in one night, the newest are shown, and more of them when asked for', async () => {
  await show([])
  const night = Array.from({ length: 65 }, (_, id) => ({ ...alarm, id }))
  act(() => queryClient.setQueryData(openAlarmsQuery.queryKey, night))
  const cards = () => screen.getAllByText('Swarm: Linden').length
  await expect.poll(cards).toBe(30)
  fireEvent.click(screen.getByText('35 more alarms'))
  expect(cards()).toBe(60)
  fireEvent.click(screen.getByText('5 more alarms'))
  expect(cards()).toBe(65)
})
