import { type Locale, locales } from './locale.ts'

/** What says how somebody writes: the country of their account, and as long as that is not known, their device. */
export type Writer = { country?: string | undefined; languages?: readonly string[]; timeZone?: string }

/**
 * How dates and numbers of a language are written here: as in Switzerland and Liechtenstein for who lives there, and in English by
 * the day-month order and 24 hours unless the device is an American one in America.
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
