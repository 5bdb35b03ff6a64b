import { createEvent, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Button } from './button.tsx'
import { renderWithMessages } from './render-with-messages.tsx'

const onClick = vi.fn()
let now = 1000

beforeEach(() => onClick.mockReset())

/** Presses once more so long after the press before. */
function pressAfter(ms: number): void {
  now += ms
  const button = screen.getByRole('button')
  fireEvent(button, Object.defineProperty(createEvent.click(button), 'timeStamp', { value: now }))
}

const save = (busy?: boolean) => (
  <Button busy={busy} onClick={onClick}>
    Save
  </Button>
)

it.each([0, 120, 499])('a second touch after %s ms does nothing, also before it is drawn as busy', (ms) => {
  const { rerender } = renderWithMessages(save(false))
  pressAfter(5000)
  pressAfter(ms)
  rerender(save(true))
  pressAfter(5000)
  expect(onClick).toHaveBeenCalledOnce()
})

it('what is done, and what became of nothing, can be pressed again', () => {
  const { rerender } = renderWithMessages(save(false))
  pressAfter(5000)
  rerender(save(true))
  rerender(save(false))
  pressAfter(100)
  pressAfter(500)
  expect(onClick).toHaveBeenCalledTimes(3)
})

it('a button that is never busy takes each press', () => {
  renderWithMessages(save())
  pressAfter(5000)
  pressAfter(0)
  expect(onClick).toHaveBeenCalledTimes(2)
})
