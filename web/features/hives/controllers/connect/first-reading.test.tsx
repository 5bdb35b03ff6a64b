import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Controller } from '#domain/hives/controller.ts'
import type { Diagnosis } from '#domain/hives/doctor/device-doctor.ts'
import { createQueryClient } from '../../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../../ui/render-with-messages.tsx'
import { FirstReading } from './first-reading.tsx'

const MINUTE_MS = 60_000

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockReturnValue()
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Waits for a transmitter that, by the first answer, was heard this long ago; a negative value means during the wait. */
function waitFor(heardBeforeMs: number, isKnown = false) {
  const lastSeen = new Date(Date.now() - heardBeforeMs).toISOString()
  const diagnosis: Diagnosis = { state: 'fine', lastSeen, battery: null, findings: [] }
  const scales = [{ id: 1, name: 'Linde', channel: 1, last: { time: lastSeen, weight: 42.3, temperature: null } }]
  const dashboard = [{ id: 9, name: 'Linden', scales, battery: null, signal: null }]
  vi.stubGlobal('fetch', async (address: string) => Response.json(address.includes('/doctor') ? diagnosis : dashboard))
  const controller = { id: 9, name: 'Linden', lastUpdate: isKnown ? lastSeen : null } as unknown as Controller
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <FirstReading controller={controller} /> }),
    history: createMemoryHistory(),
  })
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

test('a reading that arrives before the first answer counts as the first reading', async () => {
  waitFor(-MINUTE_MS)
  expect(await screen.findByText(/^It works: last heard/)).toBeTruthy()
})

test('a reading from before the wait does not count', async () => {
  waitFor(MINUTE_MS)
  expect(await screen.findByText(/^It last sent on/)).toBeTruthy()
  expect(screen.queryByText(/^It works: last heard/)).toBeNull()
})

test('a known reading does not count, even if the clock is an hour behind', async () => {
  waitFor(-60 * MINUTE_MS, true)
  expect(await screen.findByText(/^It last sent on/)).toBeTruthy()
  expect(screen.queryByText(/^It works: last heard/)).toBeNull()
})
