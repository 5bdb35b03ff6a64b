import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Scale } from '#domain/hives/scale.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { waitingChannels } from './waiting-channels.ts'
import { WaitingNotice } from './waiting-notice.tsx'

const scales = [3, 4, 7].map((channel) => ({ id: channel, controllerId: 2, channel, name: `Hive ${channel}` }) as Scale)
const place = { id: 2, name: 'Orchard', loadCells: 1, own: true, free: [3, 4, 7, 8] }

test('a transmitter with several archived channels says so in one sentence', () => {
  const set = vi.fn()
  const [waiting] = waitingChannels([place], scales)
  renderWithMessages(<WaitingNotice waiting={waiting!} onSet={set} />)
  const { textContent } = screen.getByRole('status')
  expect(textContent).toContain('3 channels of Orchard wait for a new sensor: 3, 4, and 7.')
  expect(textContent).not.toContain('Hive')
  fireEvent.click(screen.getByRole('button', { name: 'Set the new sensor' }))
  expect(set).toHaveBeenCalledWith({ controllerId: 2, channel: 3 })
})

test('a single one is named', () => {
  const [waiting] = waitingChannels([place], scales.slice(0, 1))
  renderWithMessages(<WaitingNotice waiting={waiting!} onSet={() => {}} />)
  expect(screen.getByRole('status').textContent).toContain('Hive 3 is archived.')
})
