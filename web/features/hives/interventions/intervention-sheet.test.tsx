import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { InterventionSheet } from './intervention-sheet.tsx'
import type { InterventionDraft } from './use-interventions.ts'

const draft: InterventionDraft = {
  scaleIds: [1],
  label: 'feeding',
  description: '',
  time: '2026-05-10T10:00:41.000Z',
}

function open() {
  const saved: InterventionDraft[] = []
  renderWithMessages(
    <InterventionSheet
      draft={draft}
      editing
      scales={[]}
      now={() => Date.UTC(2026, 4, 20)}
      busy={false}
      onSave={(filled) => saved.push(filled)}
      onClose={() => {}}
    />,
  )
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  return { saved, save }
}

test('adding a note keeps the time to the second', () => {
  const { saved, save } = open()
  fireEvent.change(screen.getByLabelText(/^Notes/), { target: { value: 'Five liters' } })
  save()
  expect(saved).toEqual([{ ...draft, description: 'Five liters', amount: null, detail: null, visitId: null }])
})

test('a changed time is used', () => {
  const { saved, save } = open()
  fireEvent.change(screen.getByLabelText('When'), { target: { value: '2026-05-09T08:30' } })
  save()
  expect(saved.map(({ time }) => time)).toEqual([new Date(2026, 4, 9, 8, 30).toISOString()])
})
