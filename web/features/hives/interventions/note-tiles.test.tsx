import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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

test('of presses one after the other none is lost', () => {
  const { noted, press } = show()
  press('Queen')
  press('marked')
  press('Super added')
  press('Super removed')
  expect(noted).toEqual([{ label: 'queen', detail: 'marked' }, { label: 'super_added' }, { label: 'super_removed' }])
})

test('a glove that touches twice notes once, and what is done twice is noted twice', () => {
  const { noted, press } = show()
  press('Super added')
  vi.advanceTimersByTime(120)
  press('Super added')
  expect(noted).toHaveLength(1)
  vi.advanceTimersByTime(1500)
  press('Super added')
  expect(noted).toHaveLength(2)
})
