import messages from 'virtual:messages/en'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { IntlProvider } from '../../../../i18n/intl.tsx'
import { createQueryClient } from '../../../../offline/query-cache.ts'
import { createChartState, showSeries } from '../state/chart-state.ts'
import { createTileMemory } from '../tiles/tile-memory.ts'
import { useTimelineView } from './use-timeline-view.ts'

const now = () => Date.parse('2026-05-10T10:00:00Z')

function wrapper({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale="en" messages={messages}>
      <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
    </IntlProvider>
  )
}

/** The names of the curves of these weights and sensors. */
function namesOf(keys: string[]) {
  const memory = createTileMemory(async ({ level }) => ({
    container: { level, cursor: 1, tiles: [] },
    confirmedAt: now(),
    partial: false,
  }))
  const state = createChartState(now() / 1000)
  const controllers = [
    { id: 1, name: 'Forest' },
    { id: 2, name: 'Orchard' },
  ]
  const scales = [
    { id: 11, controllerId: 1, name: 'Scale 1', color: 0 },
    { id: 12, controllerId: 1, name: 'Linde', color: 1 },
    { id: 21, controllerId: 2, name: 'Scale 1', color: 0 },
  ]
  showSeries(state, keys, [])
  const markable = { interventions: [], alarms: [], jumps: [] }
  const view = { state, memory, pixels: 300, now, controllers, scales, places: [], markable }
  const { result, unmount } = renderHook(() => useTimelineView(view), { wrapper })
  const names = result.current.panels.flatMap(({ series }) => series.map(({ label }) => label))
  unmount()
  return names
}

test('curves of hives with the same name carry that of their transmitter', () => {
  expect(namesOf(['11', '12', '21', 'c1b'])).toEqual(['Scale 1, Forest', 'Linde', 'Scale 1, Orchard', 'Forest'])
})

test('a name is not made longer for a hive that is not shown', () => {
  expect(namesOf(['11', '12'])).toEqual(['Scale 1', 'Linde'])
})
