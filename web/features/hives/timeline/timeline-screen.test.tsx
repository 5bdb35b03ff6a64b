import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { createChartState, showSeries } from './state/chart-state.ts'
import { createTileMemory } from './tiles/tile-memory.ts'

// uPlot asks for it as it loads
beforeEach(() => void vi.stubGlobal('matchMedia', () => new EventTarget()))
afterEach(() => vi.unstubAllGlobals())

const now = () => Date.parse('2026-05-10T10:00:00Z')

type Shown = {
  controllers: { id: number; name: string }[]
  keys: string[]
  onAdd?: (() => void) | undefined
  /** Switches the regional average on. */
  hasRegions?: boolean
}

async function show({ controllers, keys, onAdd, hasRegions }: Shown): Promise<void> {
  const { TimelineScreen } = await import('./timeline-screen.tsx')
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  const memory = createTileMemory(async ({ level }) => ({
    container: { level, cursor: 1, tiles: [] },
    confirmedAt: now(),
    partial: false,
  }))
  const state = createChartState(now() / 1000)
  showSeries(state, keys, [])
  if (hasRegions !== undefined) state.average = 'mean'
  const component = () => (
    <TimelineScreen
      state={state}
      memory={memory}
      now={now}
      controllers={controllers as never}
      scales={[]}
      places={[]}
      markable={{ interventions: [], alarms: [], jumps: [] }}
      onAdd={onAdd}
      details={() => null}
      below={{ panels: [], picker: null, notice: null }}
      hasRegions={hasRegions}
    />
  )
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() })
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

const forest = { id: 1, name: 'Forest' }

test.each([
  ['there is a hive', () => {}, true],
  ['there is none', undefined, false],
])('where %s to note something for, the help on keys mentions it accordingly', async (_, onAdd, isSaid) => {
  await show({ controllers: [forest], keys: ['c1b'], onAdd })
  const keys = await screen.findByText(/^Arrow keys move the view/)
  expect(keys.textContent.includes('Enter adds')).toBe(isSaid)
})

test.each([
  ['there are regions', true, /Choose one in its settings/],
  ['there are none', false, /no regions have been set up/],
])('where %s, the note about the missing average says so', async (_, hasRegions, words) => {
  await show({ controllers: [forest], keys: ['c1b'], hasRegions })
  await screen.findByText(words)
})

test('without a transmitter there is a link to register one', async () => {
  await show({ controllers: [], keys: [] })
  const link = await screen.findByRole('link', { name: 'Register transmitter' })
  expect(link.getAttribute('href')).toBe('/settings/register')
})

test('a transmitter that has not sent yet is not to be registered again', async () => {
  await show({ controllers: [forest], keys: [] })
  await screen.findByText(/^As soon as a transmitter/)
  expect(screen.queryByRole('link', { name: /^Register/ })).toBeNull()
})
