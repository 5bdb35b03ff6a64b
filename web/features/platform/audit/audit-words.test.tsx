import messages from 'virtual:messages/en'
import { expect, test } from 'vitest'
import { createIntl } from '../../../i18n/create-intl.ts'
import { fieldName } from './audit-words.tsx'

const intl = createIntl({ locale: 'en', messages })

test.each([
  ['affiliationId', 'Affiliation'],
  ['role', 'Role'],
  ['update_interval_hours', 'Update interval (h)'],
  ['activityDrain', 'Drain'],
  // a code from a later version, and a property that every object has
  ['hum', 'hum'],
  ['hum_grams', 'hum_grams'],
  ['constructor', 'constructor'],
])('the field %s is called %s', (field, words) => {
  expect(fieldName(intl, field)).toBe(words)
})
