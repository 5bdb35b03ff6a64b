import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderWithMessages } from '../../ui/render-with-messages.tsx'
import { makePoints } from '../points/points.ts'
import { SpanReadout } from './span-readout.tsx'

test('each measured figure has a name and a unit, wherever it is shown', () => {
  const points = makePoints(Float64Array.of(0, 600, 1200), Float64Array.of(40, 41.5, 41))
  const series = [{ key: '1', label: 'Linden', slot: 0, points }]
  const panel = { id: 'weight', label: 'Weight', unit: 'kg', digits: 2, mode: 'value' as const, series }
  renderWithMessages(<SpanReadout panels={[panel]} span={{ from: 0, to: 1200 }} onClose={() => {}} />)
  const row = screen.getByRole('row', { name: /Linden/ })
  const cells = within(row).getAllByRole('cell')
  expect(cells.map((cell) => [cell.dataset.label, cell.textContent])).toEqual([
    ['Change', '+1.00 kg'],
    ['Gain', '+1.50 kg'],
    ['Loss', '-0.50 kg'],
    ['Minimum', '40.00 kg'],
    ['Maximum', '41.50 kg'],
  ])
})
