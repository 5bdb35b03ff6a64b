import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { LastValue, type Measured } from './last-value.tsx'

const now = Date.parse('2026-05-20T12:00:00.000Z')

const show = (last: Measured['last'], change?: number | null) =>
  renderWithMessages(<LastValue measured={{ column: 'weight', unit: 'kg', digits: 2, last, change }} now={now} />)

test('the last weight is shown with its time, and with the date if it is from another day', () => {
  show({ time: '2026-05-18T12:00:00.000Z', value: 41.5 })
  expect(screen.getByText('41.50')).toBeDefined()
  expect(screen.getByText(/^Measured .*18/)).toBeDefined()
})

test('a value that others overtook says so in words and with an icon', () => {
  const { unmount } = show({ time: '2026-05-20T06:00:00.000Z', value: 41.5 })
  expect(document.querySelector('svg')).toBeNull()
  unmount()
  show({ time: '2026-05-19T06:00:00.000Z', value: 41.5, isOverdue: true })
  expect(screen.getByText('41.50')).toBeDefined()
  expect(screen.getByText(/^Last measured .*19/)).toBeDefined()
  expect(document.querySelector('svg')).not.toBeNull()
})

test('a value too old to be shown leaves its time', () => {
  show({ time: '2026-05-15T06:00:00.000Z', value: null, isOverdue: true })
  expect(document.body.textContent).toMatch(/^Weight–Last measured .*15/)
})

test('it says that nothing was measured only if that is known', () => {
  const { unmount } = show(null)
  expect(screen.getByText('No reading yet')).toBeDefined()
  unmount()
  show(undefined)
  expect(screen.queryByText('No reading yet')).toBeNull()
})

test.each([
  [0.3, '+0.3 kg in 24 h'],
  [-1.94, '-1.9 kg in 24 h'],
  [0, '0.0 kg in 24 h'],
  [-0.04, '0.0 kg in 24 h'],
])('the change over a day is shown below: %d kg', (change, words) => {
  show({ time: '2026-05-20T11:00:00.000Z', value: 41.5 }, change)
  expect(document.body.textContent?.replaceAll('\u00a0', ' ')).toMatch(
    new RegExp(`(^|[^-+\\d])${words.replace(/[+.]/g, '\\$&')}`),
  )
})

test.each([null, undefined])('an unknown change is not shown: %s', (change) => {
  show({ time: '2026-05-20T11:00:00.000Z', value: 41.5 }, change)
  expect(screen.queryByText(/in 24/)).toBeNull()
})
