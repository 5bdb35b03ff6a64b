import { type Locale, locales } from '#domain/platform/locale.ts'

/**
 * How dates and numbers of a language are written here: as in Switzerland where the browser's languages say so, and in English
 * by the day-month order and 24 hours unless the device is an American one in America.
 */
export function formatLocale(
  language: Locale,
  { languages, timeZone }: { languages: readonly string[]; timeZone: string },
): string {
  const isSwiss = languages.some((tag) => /^[a-z]{2,3}-(CH|LI)\b/i.test(tag))
  if (isSwiss && language !== 'es') return `${language}-CH`
  if (language !== 'en') return language
  const isAmerican = /^en-US\b/i.test(languages[0] ?? '') && /^(America|US)\//.test(timeZone)
  return isAmerican ? 'en-US' : 'en-GB'
}

/** The language of a tag such as `de-CH`. */
export const languageOf = (tag: string): Locale => locales.find((locale) => tag.split('-')[0] === locale) ?? 'en'
