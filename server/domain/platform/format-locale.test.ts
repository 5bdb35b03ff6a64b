import { createIntl } from '@formatjs/intl'
import { expect, test } from 'vitest'
import { formatLocale, languageOf } from './format-locale.ts'
import type { Locale } from './locale.ts'

const evening = Date.UTC(2026, 4, 3, 18, 5)

test.each<[string, Locale, string[], string, expected: string, number: string, date: string]>([
  ['English in Switzerland', 'en', ['en-US', 'en'], 'Europe/Zurich', 'en-GB', '26,298.5', '3 May 2026, 18:05'],
  ['English in the US', 'en', ['en-US', 'en'], 'America/New_York', 'en-US', '26,298.5', 'May 3, 2026, 6:05 PM'],
  ['English of Canada', 'en', ['en-CA'], 'America/Toronto', 'en-GB', '26,298.5', '3 May 2026, 18:05'],
  ['English of a Swiss', 'en', ['de-CH', 'de', 'en'], 'Europe/Zurich', 'en-CH', "26'298.5", '3 May 2026, 18:05'],
  ['German of a Swiss', 'de', ['de-CH', 'de'], 'Europe/Zurich', 'de-CH', "26'298.5", '03.05.2026, 18:05'],
  ['German', 'de', ['de-DE', 'de'], 'Europe/Berlin', 'de', '26.298,5', '03.05.2026, 18:05'],
])('%s', (_, language, languages, timeZone, expected, number, date) => {
  const locale = formatLocale(language, { languages, timeZone })
  expect(locale).toBe(expected)
  expect(languageOf(locale)).toBe(language)
  const intl = createIntl({ locale, timeZone: 'UTC' })
  expect(intl.formatNumber(26_298.5).replace('’', "'")).toBe(number)
  const written = intl.formatDate(evening, { dateStyle: 'medium', timeStyle: 'short' })
  expect(written.replaceAll('\u202f', ' ')).toBe(date)
})

test('Swiss French and Spanish formats are as expected', () => {
  const swiss = { languages: ['fr-CH'], timeZone: 'Europe/Zurich' }
  expect(formatLocale('fr', swiss)).toBe('fr-CH')
  expect(formatLocale('es', swiss)).toBe('es')
  expect(languageOf('xx-YY')).toBe('en')
})

test.each([
  ['ch', 'de', 'de-CH'],
  ['li', 'en', 'en-CH'],
  ['ch', 'es', 'es'],
  ['at', 'de', 'de'],
  ['de', 'en', 'en-GB'],
] as const)('an account in %s reads %s as %s whatever the device', (country, language, expected) => {
  for (const device of [
    {},
    { languages: ['en-US'], timeZone: 'America/New_York' },
    { languages: ['de-CH'], timeZone: 'Europe/Zurich' },
    { languages: ['de-DE'], timeZone: 'Europe/Berlin' },
  ]) {
    expect(formatLocale(language, { ...device, country })).toBe(expected)
  }
})
