import { screen } from '@testing-library/react'
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
