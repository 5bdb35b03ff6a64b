import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { CalendarReadout } from './calendar-readout.tsx'
import { HOURS } from './hour-grid.ts'

test.each([
  [-0.004, 'neutral'],
  [0.004, 'neutral'],
  [-0.006, 'loss'],
  [0.25, 'gain'],
])('a day that changed by %d kg is %s', (kg, tone) => {
  const values = new Float32Array(HOURS).fill(Number.NaN)
  values[5] = kg
  const cell = { day: 0, hour: 5 }
  renderWithMessages(
    <CalendarReadout grid={{ days: 1, values }} date="2026-05-01" cell={cell} quantity="change" action={undefined} />,
  )
  const tones = [...screen.getByRole('status').querySelectorAll('[data-tone]')].map((one) =>
    one.getAttribute('data-tone'),
  )
  expect(tones).toEqual([tone, tone])
})

test('a screen reader hears on which day the cursor is', () => {
  const grid = { days: 1, values: new Float32Array(HOURS).fill(0.25) }
  const cell = { day: 0, hour: 5 }
  renderWithMessages(
    <CalendarReadout grid={grid} date="2026-05-01" cell={cell} quantity="change" action={<button type="button" />} />,
  )
  const said = screen.getByRole('status')
  expect(said.textContent).toContain('Friday, May 1, 2026')
  expect(said.querySelector('button')).toBeNull()
})
