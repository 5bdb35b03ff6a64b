import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { Diary } from './diary.tsx'
import type { ShownIntervention } from './pending-interventions.ts'

const note = (id: string, description: string) =>
  ({
    id,
    label: 'other',
    time: '2026-05-10T10:00:00.000Z',
    description,
    amount: null,
    detail: null,
  }) as unknown as ShownIntervention

function Notes() {
  const [notes, show] = useState([note('1', 'fed'), note('2', 'looked')])
  return (
    <Diary
      interventions={notes}
      editable
      onEdit={() => {}}
      onRemove={({ id }) => show(notes.filter((one) => one.id !== id))}
    />
  )
}

test('the focus goes on at the next note as one is removed', () => {
  renderWithMessages(<Notes />)
  const remove = () => {
    const [button] = screen.getAllByRole('button', { name: /^Delete/ })
    button!.focus()
    fireEvent.click(button!)
  }
  remove()
  expect(document.activeElement?.closest('li')?.textContent).toContain('looked')
  remove()
  expect(document.activeElement).not.toBe(document.body)
})
