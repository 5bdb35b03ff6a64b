import { expect, test } from 'vitest'
import { formatMoney } from './format-money.ts'

test.each([
  ['en-GB', 'chf', "CHF 26'298.50"],
  ['de', 'CHF', "CHF 26'298.50"],
  ['fr-CH', 'chf', "CHF 26'298.50"],
  ['de', 'eur', "EUR 26'298.50"],
])('in %s, %s', (locale, currency, written) => {
  // engines use different thousands separators
  expect(formatMoney(2_629_850, locale, currency).replace(/\s/g, ' ').replace('’', "'")).toBe(written)
})
