import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderWithMessages } from '../render-with-messages.tsx'
import { Menu, MenuItem, menuPlace } from './menu.tsx'

const size = { width: 200, height: 300 }
const wide = { width: 1000, height: 800 }
const button = (left: number, top: number) => ({ left, right: left + 48, top, bottom: top + 48 })

it.each([
  ['below its button', button(100, 100), { left: 100, top: 152 }],
  ['to the left where there is no room at the right', button(940, 100), { left: 788, top: 152 }],
  ['above where there is no room below', button(100, 700), { left: 100, top: 396 }],
  ['inside the window in a corner', button(0, 0), { left: 8, top: 52 }],
])('opens %s', (_, place, expected) => {
  expect(menuPlace(place, size, wide)).toEqual(expected)
})

it('opens and closes in browsers without popovers', () => {
  const chosen = vi.fn()
  const menu = () => (
    <Menu label="More">
      <MenuItem onSelect={chosen}>Remove</MenuItem>
    </Menu>
  )
  const { rerender } = renderWithMessages(menu())
  Reflect.deleteProperty(HTMLElement.prototype, 'showPopover')
  rerender(menu())
  const button = screen.getByRole('button', { name: 'More' })
  const items = () => screen.queryAllByRole('menuitem')
  expect(items()).toHaveLength(0)
  fireEvent.click(button)
  expect(document.activeElement).toBe(items()[0])
  expect(button.getAttribute('aria-expanded')).toBe('true')
  fireEvent.keyDown(items()[0]!, { key: 'Escape' })
  expect(items()).toHaveLength(0)
  fireEvent.click(button)
  fireEvent.pointerDown(document.body)
  expect(items()).toHaveLength(0)
  fireEvent.click(button)
  fireEvent.click(items()[0]!)
  expect(chosen).toHaveBeenCalledOnce()
  expect(items()).toHaveLength(0)
})
