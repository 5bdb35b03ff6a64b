import { expect, test } from 'vitest'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { AlarmBell } from './alarm-bell.tsx'

test('screen readers hear that an alarm has come, and how many there are now', () => {
  const { container, rerender } = renderWithMessages(<AlarmBell count={0} />)
  // a region that comes with its words is not read by all of them
  const heard = container.querySelector('[aria-live=polite]')
  expect(heard?.textContent).toBe('')
  rerender(<AlarmBell count={2} />)
  expect(container.querySelector('[aria-live=polite]')).toBe(heard)
  expect(heard?.textContent).toBe('2 open alarms')
})

test.each([
  [99, '99'],
  [100, '99+'],
])('of more alarms than fit the bell says that there are more: %i', (count, shown) => {
  const { container } = renderWithMessages(<AlarmBell count={count} />)
  expect(container.querySelector('[aria-hidden=true]:not(svg)')?.textContent).toBe(shown)
})
