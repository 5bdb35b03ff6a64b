import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ScaleSeason } from '#domain/insight/analysis.ts'
import { ApiError, OfflineError } from '../../../api/api-error.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { GrasslandCard, RegionCard } from './place-cards.tsx'

const season = { from: '2026-04-01', to: '2026-09-30' }
const scale = { scaleId: 1, name: 'Linde', days: [] } as Partial<ScaleSeason> as ScaleSeason
const region = (failure: unknown) =>
  renderWithMessages(<RegionCard scale={scale} season={season} region={undefined} failure={failure} />)

test('a transmitter without a region says so', () => {
  region(new ApiError(404, 'There is no such region.', { code: 'region_not_found' }))
  expect(screen.getByText(/belongs to no region/)).toBeDefined()
})

test.each([
  ['no network', new OfflineError(new TypeError('Failed to fetch')), /Check the network/],
  ['a server that fails', new ApiError(500, 'Something went wrong.'), 'Something went wrong.'],
])('%s is not taken for a transmitter without a region', (_, failure, words) => {
  region(failure)
  expect(screen.getByText(words)).toBeDefined()
  expect(screen.queryByText(/belongs to no region/)).toBeNull()
})

test('sums that could not be loaded are not described as missing', () => {
  renderWithMessages(
    <GrasslandCard grassland={undefined} failure={new OfflineError(new TypeError('Failed to fetch'))} />,
  )
  expect(screen.getByText(/Check the network/)).toBeDefined()
  expect(screen.queryByText(/chip/)).toBeNull()
})
