import { expect, test } from 'vitest'
import { createIntl } from '../../i18n/create-intl.ts'
import { formatReading } from './read-panels.ts'

test('a value that is rounded to zero has no sign', () => {
  const intl = createIntl({ locale: 'en-GB' })
  const said = [-0.004, -0, -0.006].map((kg) => formatReading(intl, { digits: 2, mode: 'value' }, kg))
  expect(said).toEqual(['0.00', '0.00', '-0.01'])
})
