import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Tabs } from '../navigation/tabs.tsx'
import { renderWithMessages } from '../render-with-messages.tsx'
import { Checkbox } from './checkbox.tsx'
import { SegmentedControl } from './segmented-control.tsx'
import { Switch } from './switch.tsx'

it('a segmented control is one group of native radio buttons, which the browser moves with arrow keys', () => {
  const chosen = vi.fn()
  renderWithMessages(
    <SegmentedControl
      label="Mode"
      segments={[
        { value: 'classic', label: 'Classic' },
        { value: 'bars', label: 'Bars' },
      ]}
      value="classic"
      onChange={chosen}
    />,
  )
  expect(screen.getByRole('group', { name: 'Mode' })).toBeTruthy()
  const radios = screen.getAllByRole<HTMLInputElement>('radio')
  expect(new Set(radios.map((radio) => radio.name)).size).toBe(1)
  expect(radios.map((radio) => radio.checked)).toEqual([true, false])
  fireEvent.click(screen.getByLabelText('Bars'))
  expect(chosen.mock.calls).toEqual([['bars']])
})

it('arrow keys cycle through tabs, which have a single tab stop', () => {
  renderWithMessages(
    <Tabs
      label="Parts"
      tabs={['Facts', 'Alarms', 'Shares'].map((label) => ({ id: label, label, content: `About ${label}` }))}
    />,
  )
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  screen.getByRole('tab', { name: 'Facts' }).focus()
  press('ArrowLeft')
  expect(document.activeElement?.textContent).toBe('Shares')
  expect(screen.getByRole('tabpanel', { name: 'Shares' }).textContent).toBe('About Shares')
  press('ArrowRight')
  expect(document.activeElement?.textContent).toBe('Facts')
  press('End')
  expect(screen.getAllByRole('tab').filter((tab) => tab.tabIndex === 0)).toEqual([document.activeElement])
})

it('a switch and a checkbox are named by their label and described by their hint', () => {
  renderWithMessages(
    <>
      <Switch label="Swarm alarm" hint="From April." />
      <Checkbox label="All scales" indeterminate error="Choose one." />
    </>,
  )
  const alarm = screen.getByRole<HTMLInputElement>('switch', { name: 'Swarm alarm' })
  expect(document.getElementById(alarm.getAttribute('aria-describedby') ?? '')?.textContent).toBe('From April.')
  fireEvent.click(screen.getByText('Swarm alarm'))
  expect(alarm.checked).toBe(true)
  const scales = screen.getByRole<HTMLInputElement>('checkbox', { name: 'All scales' })
  expect(scales.indeterminate).toBe(true)
  expect(scales.getAttribute('aria-invalid')).toBe('true')
})
