import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OfflineError } from '../../../api/api-error.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { CalendarView } from './calendar-view.tsx'
import { periodOf } from './heatmap-period.ts'
import type { TileSource } from './use-hour-tiles.ts'

const tokens = [1, 2, 3, 4, 5].map((step) => `--heat-${step}`)
beforeEach(() => {
  for (const token of tokens) document.documentElement.style.setProperty(token, '#112233')
})
afterEach(() => {
  for (const token of tokens) document.documentElement.style.removeProperty(token)
})

const period = periodOf(2026, false)
const now = () => Date.UTC(2026, 7, 1)

function show(complete: boolean, failure?: Error) {
  const source: TileSource = {
    load: async () => {
      if (failure) throw failure
    },
    refresh: async () => {},
    pieces: () => [],
    confirmedAt: () => undefined,
    complete: () => complete,
    subscribe: () => () => {},
    version: () => 0,
  }
  renderWithMessages(
    <CalendarView
      scale={{ id: 1, controllerId: 1, name: 'Linde' }}
      quantity="change"
      period={period}
      source={source}
      now={now}
      onOpenDay={() => {}}
    />,
  )
}

test('a season without readings says so', async () => {
  show(true)
  expect(await screen.findByText('No readings in this time')).toBeDefined()
})

test('a season missing on this device is not described as being without readings', async () => {
  show(false)
  expect(await screen.findByText('This has never been loaded on this device.')).toBeDefined()
  expect(screen.queryByText('No readings in this time')).toBeNull()
})

test('a season that could not be loaded is not described as being without readings', async () => {
  show(true, new OfflineError(new TypeError('Failed to fetch')))
  expect(await screen.findByText(/Check the network/)).toBeDefined()
  expect(screen.queryByText('No readings in this time')).toBeNull()
})
