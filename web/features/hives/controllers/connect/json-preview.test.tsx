import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { MappedValue } from '#domain/exchange/json-mapping.ts'
import { renderWithMessages } from '../../../../ui/render-with-messages.tsx'
import { JsonPreview } from './json-preview.tsx'

test('elements of a list that are alike have a line each', () => {
  const mapping: MappedValue[] = [
    { path: '/list/*/t', quantity: 'time', channel: 1, unit: 'iso', factor: 1 },
    { path: '/list/*/kg', quantity: 'weight', channel: 1, unit: 'as_is', factor: 1 },
  ]
  const one = { t: '2026-05-10T10:00:00Z', kg: 40 }
  const { rerender } = renderWithMessages(<JsonPreview mapping={mapping} document={{ list: [one, one] }} />)
  expect(screen.getAllByText('40 kg')).toHaveLength(2)
  rerender(<JsonPreview mapping={mapping} document={{ list: [one] }} />)
  expect(screen.getAllByText('40 kg')).toHaveLength(1)
})
