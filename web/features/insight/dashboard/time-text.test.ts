import { expect, test } from 'vitest'
import { createIntl } from '../../../i18n/create-intl.ts'
import { timeText } from './time-text.ts'

const intl = createIntl({ locale: 'en' })
const now = new Date(2026, 4, 20, 12).getTime()

test.each([
  [new Date(2026, 4, 20, 8, 5), '8:05 AM'],
  [new Date(2026, 4, 19, 8, 5), 'May 19, 08:05 AM'],
  [new Date(2025, 4, 20, 8, 5), 'May 20, 2025, 08:05 AM'],
])('%o is formatted as %s', (time, words) => {
  expect(timeText(intl, time.toISOString(), now).replaceAll('\u202f', ' ')).toBe(words)
})

test.each([
  [new Date(2026, 4, 19, 13, 5), '1:05 PM'],
  [new Date(2026, 4, 19, 11, 5), 'May 19, 11:05 AM'],
])('next to how long ago it was, %o is formatted as %s', (time, words) => {
  expect(timeText(intl, time.toISOString(), now, true).replaceAll('\u202f', ' ')).toBe(words)
})
