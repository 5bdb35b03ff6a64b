import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { ChartMark } from '../../../../charts/plot/cluster-marks.ts'
import { renderWithMessages } from '../../../../ui/render-with-messages.tsx'
import { MarkSheet } from './mark-sheet.tsx'

const marks: ChartMark[] = ['Feeding', 'Harvest'].map((label, at) => ({
  id: `i${at}`,
  time: 1000 * at,
  kind: 'intervention',
  label,
}))

function Flag() {
  const [opened, open] = useState<readonly ChartMark[]>([])
  return (
    <>
      <button type="button" onClick={() => open(marks)}>
        Flag
      </button>
      <MarkSheet
        marks={opened}
        onClose={() => open([])}
        details={(_, close) => (
          <button type="button" onClick={close}>
            Change
          </button>
        )}
      />
    </>
  )
}

test('a flag of several marks asks which one each time, also after the last one was changed', () => {
  renderWithMessages(<Flag />)
  const press = (name: RegExp) => fireEvent.click(screen.getByRole('button', { name }))
  press(/^Flag/)
  press(/^Harvest/)
  press(/^Change/)
  expect(screen.queryByRole('dialog')).toBeNull()
  press(/^Flag/)
  press(/^Feeding/)
  expect(screen.getByRole('heading', { name: 'Feeding' })).toBeDefined()
})
