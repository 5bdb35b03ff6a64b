import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderWithMessages } from '../render-with-messages.tsx'
import { Tree } from './tree.tsx'

const nodes = [
  {
    id: 'a',
    label: 'Lindenhof',
    children: [
      { id: 'a1', label: 'Hive 1' },
      { id: 'a2', label: 'Hive 2' },
    ],
  },
  { id: 'b', label: 'Waldrand', children: [{ id: 'b1', label: 'Swarm' }] },
]

function Scales() {
  const [checked, setChecked] = useState(new Set<string>())
  return <Tree label="Scales" nodes={nodes} checked={checked} onCheck={setChecked} />
}

const focused = () => document.activeElement?.textContent
const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key })
}
const item = (name: string) => screen.getByRole('treeitem', { name })

it('can be navigated, opened and closed by keyboard', () => {
  renderWithMessages(<Scales />)
  item('Lindenhof').focus()
  press('ArrowRight')
  expect(item('Lindenhof').getAttribute('aria-expanded')).toBe('true')
  press('ArrowRight')
  expect(focused()).toBe('Hive 1')
  press('ArrowDown', 'ArrowDown')
  expect(focused()).toBe('Waldrand')
  press('Home', 'End')
  expect(focused()).toBe('Waldrand')
  press('ArrowUp', 'ArrowLeft')
  expect(focused()).toBe('Lindenhof')
  press('ArrowLeft')
  expect(screen.queryByText('Hive 1')).toBeNull()
  press('w')
  expect(focused()).toBe('Waldrand')
})

it('has a single tab stop, where it was left', () => {
  renderWithMessages(<Scales />)
  item('Lindenhof').focus()
  press('ArrowDown')
  expect(screen.getAllByRole('treeitem').filter((node) => node.tabIndex === 0)).toEqual([item('Waldrand')])
})

it('checks leaves with Space, and a branch for all of them', () => {
  renderWithMessages(<Scales />)
  item('Lindenhof').focus()
  press('ArrowRight', 'ArrowRight', ' ')
  expect(item('Hive 1').getAttribute('aria-checked')).toBe('true')
  expect(item('Lindenhof').getAttribute('aria-checked')).toBe('mixed')
  press('ArrowUp', ' ')
  expect(item('Hive 2').getAttribute('aria-checked')).toBe('true')
  press(' ')
  expect(item('Lindenhof').getAttribute('aria-checked')).toBe('false')
})

it('opens by its arrow and checks by the rest of the row', () => {
  renderWithMessages(<Scales />)
  const twist = item('Waldrand').querySelector('[data-twist]')
  fireEvent.click(twist ?? document.body)
  expect(item('Waldrand').getAttribute('aria-checked')).toBe('false')
  fireEvent.click(item('Swarm'))
  expect(item('Waldrand').getAttribute('aria-checked')).toBe('true')
})
