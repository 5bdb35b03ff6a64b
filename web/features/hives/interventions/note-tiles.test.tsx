import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetDrafts, somethingIsTyped } from '../../../ui/form/shown-forms.ts'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { NoteTiles, type QuickNoted } from './note-tiles.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function show() {
  const noted: QuickNoted[] = []
  renderWithMessages(<NoteTiles onNote={(one) => noted.push(one)} />)
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  return { noted, press }
}

test('no press is lost if they follow each other quickly', () => {
  const { noted, press } = show()
  press('Queen')
  press('marked')
  press('Super added')
  press('Super removed')
  expect(noted).toEqual([{ label: 'queen', detail: 'marked' }, { label: 'super_added' }, { label: 'super_removed' }])
})

test('a chosen amount counts as unsaved input until it is noted', () => {
  // what others typed in this page does not count
  forgetDrafts()
  const { noted, press } = show()
  press('Feeding')
  expect(somethingIsTyped()).toBe(false)
  press('More: Amount')
  press('More: Amount')
  expect(somethingIsTyped()).toBe(true)
  press('Save')
  expect(noted).toEqual([{ label: 'feeding', amount: 3 }])
  expect(somethingIsTyped()).toBe(false)
})

test('a bouncing glove notes once, and doing the same twice notes twice', () => {
  const { noted, press } = show()
  press('Super added')
  vi.advanceTimersByTime(120)
  press('Super added')
  expect(noted).toHaveLength(1)
  vi.advanceTimersByTime(1500)
  press('Super added')
  expect(noted).toHaveLength(2)
})

test('a bouncing glove does not press what its first touch opened', () => {
  const noted: QuickNoted[] = []
  const closed = vi.fn()
  renderWithMessages(
    <Sheet open gloved title="Hive" onClose={closed}>
      <NoteTiles onNote={(one) => noted.push(one)} />
    </Sheet>,
  )
  /** Touches an element with a finger; `after`: ms since the page began. */
  const touch = (element: Element, after: number, y = 300) => {
    for (const type of ['pointerdown', 'click']) {
      const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX: 100, clientY: y, detail: 1 })
      Object.defineProperty(event, 'timeStamp', { value: after })
      fireEvent(element, event)
    }
  }
  const button = (name: string) => screen.getByRole('button', { name })
  touch(button('Eggs'), 1000)
  touch(button('no eggs'), 1200)
  expect(noted).toEqual([])
  touch(screen.getByRole('dialog'), 1300)
  expect(closed).not.toHaveBeenCalled()
  touch(button('no eggs'), 1800)
  expect(noted).toEqual([{ label: 'queen', detail: 'no_eggs' }])
  touch(button('Super added'), 1900)
  expect(noted).toHaveLength(1)
  // a touch elsewhere counts, however soon
  touch(button('Super removed'), 1950, 500)
  expect(noted).toHaveLength(2)
})

test('the focus moves to what a tile opens, and back to the tiles', () => {
  const { press } = show()
  const follow = (name: string) => {
    screen.getByRole('button', { name }).focus()
    press(name)
    return document.activeElement
  }
  const button = (name: string) => screen.getByRole('button', { name })
  for (const [pressed, brought] of [
    ['Queen', 'marked'],
    ['Back', 'Queen'],
    ['Feeding', 'Save'],
    ['Save', 'Feeding'],
  ] as const) {
    const place = follow(pressed)
    expect(place).not.toBe(document.body)
    expect(place?.contains(button(brought))).toBe(true)
  }
})
