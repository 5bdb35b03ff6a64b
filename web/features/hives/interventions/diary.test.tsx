import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { Diary, NoteList } from './diary.tsx'
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

function Notes({ inDiary }: { inDiary: boolean }) {
  const [notes, show] = useState([note('1', 'fed'), note('2', 'looked')])
  const onRemove = ({ id }: ShownIntervention) => show(notes.filter((one) => one.id !== id))
  if (!inDiary) return <NoteList interventions={notes} onRemove={onRemove} />
  return <Diary interventions={notes} editable onEdit={() => {}} onRemove={onRemove} />
}

test.each([
  ['the diary', true],
  ['the sheet of a hive', false],
])('in %s, the focus moves to the next note when one is removed', (_, inDiary) => {
  renderWithMessages(<Notes inDiary={inDiary} />)
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

test('the focus goes on at the first of the entries that are shown as well', () => {
  const notes = Array.from({ length: 8 }, (_, n) => note(String(n), `looked ${n}`))
  renderWithMessages(<Diary interventions={notes} editable onEdit={() => {}} onRemove={() => {}} />)
  const all = screen.getByRole('button', { name: /8/ })
  all.focus()
  fireEvent.click(all)
  expect(document.activeElement?.closest('li')?.textContent).toContain('looked 5')
})
