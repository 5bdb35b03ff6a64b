import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { InterventionSheet } from './intervention-sheet.tsx'
import type { InterventionDraft } from './use-interventions.ts'

const untouched: InterventionDraft = {
  scaleIds: [1],
  label: 'feeding',
  description: '',
  time: '2026-05-10T10:00:41.000Z',
}

function open(draft = untouched) {
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
  expect(saved).toEqual([{ ...untouched, description: 'Five liters', amount: null, detail: null, visitId: null }])
})

test('a changed time is used', () => {
  const { saved, save } = open()
  fireEvent.change(screen.getByLabelText('When'), { target: { value: '2026-05-09T08:30' } })
  save()
  expect(saved.map(({ time }) => time)).toEqual([new Date(2026, 4, 9, 8, 30).toISOString()])
})

test('a note dated now says so, unless somebody chose the time', () => {
  const { saved, save } = open({ ...untouched, isNow: true })
  save()
  fireEvent.change(screen.getByLabelText('When'), { target: { value: '2026-05-09T08:30' } })
  save()
  expect(saved.map(({ isNow }) => isNow)).toEqual([true, undefined])
})
