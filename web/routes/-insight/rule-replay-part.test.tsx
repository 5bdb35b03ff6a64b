import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { scaleWith } from '../../../tests/support/samples/sample-dashboard.ts'
import { scalesQuery } from '../../features/hives/scales/scale-queries.ts'
import { jobsQuery } from '../../features/platform/jobs/job-queries.ts'
import { createQueryClient } from '../../offline/query-cache.ts'
import { renderWithMessages } from '../../ui/render-with-messages.tsx'
import { RuleReplayPart } from './rule-replay-part.tsx'

afterEach(() => vi.unstubAllGlobals())

const at = (day: number) => `2026-05-${day}T10:00:00.000Z`
const entry = (scaleId: number) => ({
  ...{ scaleId, verdict: 'both', status: 'confirmed', startedAt: at(10 + scaleId), endedAt: null },
  ...{ weightChange: -1.9, confidence: 0.8, alarmId: null },
})
const result = {
  ...{ alarm: 'swarm', scales: [1, 2], thresholds: {}, from: at(10), to: at(20), readings: 2 },
  ...{ both: 2, added: 0, dropped: 0, quiet: 0, entries: [entry(1), entry(2)], omitted: 0 },
}
const job = {
  ...{ id: 1, type: 'RULE_REPLAY', status: 'done', description: '', progress: 1, problem: null, detail: null },
  ...{ remainingSeconds: null, attempts: 1, created: at(20), due: at(20), from: null, to: null, result },
  ...{ accountId: 1, controllerId: null, started: at(20), finished: at(20) },
}

test('hives of the same name are told apart in the result', async () => {
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const client = createQueryClient()
  const scales = [1, 2].map((id) => scaleWith({ id, controllerId: id, name: 'Scale 1' }))
  client.setQueryData(scalesQuery.queryKey, scales as never)
  const pages = { pages: [{ items: [job], nextCursor: null }], pageParams: [''] }
  client.setQueryData(jobsQuery({ type: 'RULE_REPLAY', mine: true }).queryKey, pages as never)
  const places = [
    { id: 1, name: 'Forest' },
    { id: 2, name: 'Orchard' },
  ]
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <RuleReplayPart places={places} /> }),
    history: createMemoryHistory(),
  })
  renderWithMessages(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('Scale 1, Forest')).toBeTruthy()
  expect(screen.getByText('Scale 1, Orchard')).toBeTruthy()
})
