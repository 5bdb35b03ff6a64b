import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Controller } from '#domain/hives/controller.ts'
import type { Scale } from '#domain/hives/scale.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { CurvePicker } from './curve-picker.tsx'
import { createChartState, showSeries } from './state/chart-state.ts'
import { weightKeys } from './state/shown-controllers.ts'

const linden = { id: 1, name: 'Linden' } as Controller
const scalesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const known: Partial<Scale> = { id: index + 1, controllerId: 1, channel: index, name: `Hive ${index}` }
    return { ...known, type: 'weight', visible: true, state: 'active' } as Scale
  })
const cut = /of 40 scales are shown/

function show(scales: Scale[]) {
  const state = createChartState(1_779_278_400)
  showSeries(state, weightKeys(scales), [])
  renderWithMessages(<CurvePicker state={state} controllers={[linden]} scales={scales} places={[]} />)
  return state
}

test('if not all scales are shown at first, a note says so until others are chosen', async () => {
  const scales = scalesOf(40)
  const state = show(scales)
  expect(screen.getByText('20 of 40 scales are shown. Choose others here.')).toBeTruthy()
  await act(async () => showSeries(state, weightKeys(scales).slice(1), []))
  expect(screen.queryByText(cut)).toBeNull()
})

test('there is no note if all are shown', () => {
  show(scalesOf(20))
  expect(screen.queryByText(/are shown/)).toBeNull()
})
