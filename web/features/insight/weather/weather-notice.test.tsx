import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { WeatherNotice } from './weather-notice.tsx'
import type { WeatherStatus } from './weather-status.ts'

test('transmitters of the same name have a line each', () => {
  const lacks: WeatherStatus['lacks'] = [
    { id: 1, name: 'Orchard', lack: 'offline' },
    { id: 2, name: 'Orchard', lack: 'nothing' },
  ]
  const sums = [1, 2].map((id): WeatherStatus['sums'][number] => {
    return { id, name: 'Orchard', year: 2026, from: 'grasslandChip', reachedOn: null, missingDays: id, days: 90 }
  })
  const status = { providers: [], simulated: false, loading: false, retry: () => {} }
  const { rerender } = renderWithMessages(<WeatherNotice status={{ ...status, lacks, sums }} />)
  expect(screen.getAllByText(/Orchard/)).toHaveLength(4)
  rerender(<WeatherNotice status={{ ...status, lacks: lacks.slice(1), sums: sums.slice(1) }} />)
  expect(screen.getAllByText(/Orchard/)).toHaveLength(2)
})
