import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createIntl, createIntlCache, type IntlShape } from '@formatjs/intl'
import { bindSpaces } from '#domain/platform/bind-spaces.ts'
import { type Locale, locales } from '#domain/platform/locale.ts'
import type { MessageId } from '../../../locales/message-id.ts'

/** English writes the day before the month and 24 hours: its readers are in Europe. */
const formatLocales: Record<Locale, string> = { de: 'de', en: 'en-GB', fr: 'fr', es: 'es' }

const folder = path.join(import.meta.dirname, '../../../locales')

function readCatalogue(locale: Locale): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const file of readdirSync(path.join(folder, locale))) {
    const texts = JSON.parse(readFileSync(path.join(folder, locale, file), 'utf8')) as Record<string, string>
    for (const [id, text] of Object.entries(texts)) messages[id] = bindSpaces(locale, text)
  }
  return messages
}

const intls = new Map<Locale, IntlShape>()

/** The texts and number formats of one language, read from `locales/` on first use. */
export function intlOf(locale: Locale): IntlShape {
  let intl = intls.get(locale)
  if (!intl) {
    const onError = (error: unknown) => {
      throw error
    }
    const [messages, formats] = [readCatalogue(locale), formatLocales[locale]]
    intl = createIntl({ locale: formats, messages, onError, timeZone: 'UTC' }, createIntlCache())
    intls.set(locale, intl)
  }
  return intl
}

/** One text in one language. Throws where the catalogue lacks it, so that a test finds it. */
export function translate(locale: Locale, id: string, values?: Record<string, string | number | Date>): string {
  return intlOf(locale).formatMessage({ id: id as MessageId }, values)
}

/** The first of our languages that an `Accept-Language` header asks for. */
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
