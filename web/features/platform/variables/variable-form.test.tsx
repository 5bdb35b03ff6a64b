import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultGlobalSettings } from '#domain/platform/settings.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { variablesQuery } from './variable-queries.ts'
import { VariablesScreen } from './variables-screen.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`)).value

test('what was typed outlives a change that somebody else saved meanwhile', async () => {
  const client = createQueryClient()
  const save = (changes: object) => client.setQueryData(variablesQuery.queryKey, (now) => now && { ...now, ...changes })
  client.setQueryData(variablesQuery.queryKey, defaultGlobalSettings)
  renderWithMessages(
    <QueryClientProvider client={client}>
      <VariablesScreen trials={null} />
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByLabelText(/^Drain/), { target: { value: '0.7' } })
  save({ averageWeightMinimumMassKg: 9 })
  await expect.poll(() => field('Minimum weight')).toBe('9')
  expect(field('Drain')).toBe('0.7')
  save({ activityDrain: 0.7, averageWeightMinimumMassKg: 8 })
  await expect.poll(() => field('Minimum weight')).toBe('8')
  save({ activityDrain: 0.2 })
  await expect.poll(() => field('Drain')).toBe('0.2')
})
