import { describe, expect, it } from 'vitest'
import { createIntl } from '../../i18n/create-intl.ts'
import { formatDuration } from './duration.ts'

const intl = createIntl({ locale: 'en' })

describe('a duration', () => {
  it.each([
    [20, '0 minutes'],
    [60, '1 minute'],
    [3660, '1 hour 1 minute'],
    [7200, '2 hours'],
    [86_400 + 3 * 3600 + 240, '1 day 3 hours'],
    [86_400 + 240, '1 day'],
    [30 * 86_400, '30 days'],
  ])('of %d s is %s', (seconds, words) => {
    expect(formatDuration(intl, seconds)).toBe(words)
  })
})
