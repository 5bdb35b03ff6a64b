import { afterEach, expect, test, vi } from 'vitest'
import { renderWithMessages } from '../render-with-messages.tsx'
import { ActionBar } from './action-bar.tsx'

afterEach(() => vi.unstubAllGlobals())

test('as much of the page as the bar covers is kept clear for what has the focus, until it is gone', () => {
  const resized: (() => void)[] = []
  class Sizes {
    constructor(told: () => void) {
      resized.push(told)
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Sizes)
  const { container, unmount } = renderWithMessages(
    <ActionBar label="Total" actions={<button type="button">On</button>} />,
  )
  vi.spyOn(container.querySelector('section')!, 'offsetHeight', 'get').mockReturnValue(227)
  for (const tell of resized) tell()
  const kept = () => document.documentElement.style.getPropertyValue('--action-bar')
  expect(kept()).toBe('227px')
  unmount()
  expect(kept()).toBe('')
})
