import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createIntl, createIntlCache, type IntlShape } from '@formatjs/intl'
import { bindSpaces } from '#domain/platform/bind-spaces.ts'
import { formatLocale } from '#domain/platform/format-locale.ts'
import { type Locale, locales } from '#domain/platform/locale.ts'
import type { MessageId } from '../../../locales/message-id.ts'

/** The reader: a language and, if known, the country, which determines how numbers and dates are formatted. */
export type Reader = Locale | { language: Locale; country?: string | undefined }

const folder = path.join(import.meta.dirname, '../../../locales')

function readCatalogue(locale: Locale): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const file of readdirSync(path.join(folder, locale))) {
    const texts = JSON.parse(readFileSync(path.join(folder, locale, file), 'utf8')) as Record<string, string>
    for (const [id, text] of Object.entries(texts)) messages[id] = bindSpaces(locale, text)
  }
  return messages
}

const catalogues = new Map<Locale, Record<string, string>>()
const intls = new Map<string, IntlShape>()

function catalogueOf(locale: Locale): Record<string, string> {
  const messages = catalogues.get(locale) ?? readCatalogue(locale)
  catalogues.set(locale, messages)
  return messages
}

/** The texts and number formats for a reader, read from `locales/` on first use. */
export function intlOf(reader: Reader): IntlShape {
  const { language, country } = typeof reader === 'string' ? { language: reader, country: undefined } : reader
  const locale = formatLocale(language, { country })
  let intl = intls.get(locale)
  if (!intl) {
    const onError = (error: unknown) => {
      throw error
    }
    intl = createIntl({ locale, messages: catalogueOf(language), onError, timeZone: 'UTC' }, createIntlCache())
    intls.set(locale, intl)
  }
  return intl
}

/** Characters that change the direction of all following text, up to an end that may be missing. Hebrew and Arabic need others, not these. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * One text for a reader. Names inserted into it cannot change the direction of the surrounding text. Throws if the catalog lacks the text, so that
 * tests notice.
 */
export function translate(reader: Reader, id: string, values: Record<string, string | number | Date> = {}): string {
  const plain = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replace(turning, '') : value,
  ])
  return intlOf(reader).formatMessage({ id: id as MessageId }, Object.fromEntries(plain))
}

/** The first of our languages that an `Accept-Language` header requests. */
export function preferredLocale(header: string | undefined): Locale | undefined {
  if (!header) return undefined
  const asked = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.find((parameter) => parameter.trim().startsWith('q='))
      return { tag: tag.toLowerCase(), quality: quality ? Number(quality.split('=')[1]) : 1 }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { tag } of asked) {
    const locale = locales.find((known) => tag === known || tag.startsWith(`${known}-`))
    if (locale) return locale
  }
  return undefined
}
