import { type Locale, locales } from './locale.ts'

/** What decides how dates and numbers are written: the country of the account or, until that is known, the device. */
export type Writer = { country?: string | undefined; languages?: readonly string[]; timeZone?: string }

/**
 * Returns the locale for dates and numbers in a language: Swiss formats for people in Switzerland and Liechtenstein, and for English day
 * before month and 24 hours, unless it is an American device in America.
 */
export function formatLocale(language: Locale, writer: Writer): string {
  const { country, languages = [] } = writer
  const isSwiss = country ? /^(ch|li)$/i.test(country) : languages.some((tag) => /-(CH|LI)\b/i.test(tag))
  if (isSwiss && language !== 'es') return `${language}-CH`
  if (language !== 'en') return language
  const isAmerican = !country && /^en-US\b/i.test(languages[0] ?? '') && /^(America|US)\//.test(writer.timeZone ?? '')
  return isAmerican ? 'en-US' : 'en-GB'
}

/** The language of a tag such as `de-CH`. */
export const languageOf = (tag: string): Locale => locales.find((locale) => tag.split('-')[0] === locale) ?? 'en'
