import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { VisitScreen } from './visit-screen.tsx'

const startedAt = '2026-05-10T10:00:00Z'
const visit = { id: 'a', controllerId: 1, startedAt, endedAt: null, endedBy: null, scales: [], pending: false }
const nothing = () => undefined

test.each([
  ['the owner', { isOwn: true, mayChange: true }, ['End visit', 'Linden', 'Delete visit']],
  ['an administrator who watches', { isOwn: false, mayChange: true }, ['End visit', 'Delete visit']],
  ['who watches', { isOwn: false, mayChange: false }, []],
])('%s is offered what they may do', (_, may, offered) => {
  renderWithMessages(
    <VisitScreen
      {...may}
      place="Orchard"
      visit={visit}
      hives={[{ id: 1, name: 'Linden', changes: [], notes: undefined }]}
      now={Date.parse(startedAt)}
      busy={false}
      onHive={nothing}
      onEnd={nothing}
      onEdit={async () => undefined}
      onRemove={nothing}
    />,
  )
  const buttons = screen.getAllByRole<HTMLButtonElement>('button').filter(({ disabled }) => !disabled)
  expect(buttons.map(({ textContent }) => /Linden|.* visit/.exec(textContent)?.[0])).toEqual(offered)
})

test.each([
  [false, 'held back until the visit ends'],
  [true, 'still ring'],
])('alarms are only said to be held back once the server knows of the visit (waiting: %s)', (pending, words) => {
  const { container } = renderWithMessages(
    <VisitScreen
      isOwn
      mayChange
      place="Orchard"
      visit={{ ...visit, pending }}
      hives={[]}
      now={Date.parse(startedAt)}
      busy={false}
      onHive={nothing}
      onEnd={nothing}
      onEdit={async () => undefined}
      onRemove={nothing}
    />,
  )
  expect(container.textContent).toContain(words)
})

test('when a visit ends, the focus moves to the hives', () => {
  function Ending() {
    const [endedAt, end] = useState<string | null>(null)
    return (
      <VisitScreen
        isOwn
        mayChange
        place="Orchard"
        visit={{ ...visit, endedAt, endedBy: endedAt === null ? null : 'hand' }}
        hives={[]}
        now={Date.parse(startedAt)}
        busy={false}
        onHive={nothing}
        onEnd={() => end('2026-05-10T10:20:00Z')}
        onEdit={async () => undefined}
        onRemove={nothing}
      />
    )
  }
  renderWithMessages(<Ending />)
  const button = screen.getByRole('button', { name: 'End visit' })
  button.focus()
  fireEvent.click(button)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Hives' }))
})
