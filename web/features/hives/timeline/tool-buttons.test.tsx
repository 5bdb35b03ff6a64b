import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { ToolButtons } from './tool-buttons.tsx'

test.each([
  [true, ['Measure', 'Add intervention']],
  [false, ['Measure']],
])('an intervention can be added where there is a hive of one’s own: %s', (canPlace, names) => {
  renderWithMessages(<ToolButtons tool="pan" onTool={() => {}} canPlace={canPlace} />)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(names)
})
