import { DEFAULT_LOCALE, type Locale, locales } from '#domain/platform/locale.ts'
import de from '../locales/de/worker.json'
import en from '../locales/en/worker.json'
import es from '../locales/es/worker.json'
import fr from '../locales/fr/worker.json'

const catalogues = { de, en, fr, es } satisfies Record<Locale, Record<string, string>>

/** Returns the worker's few texts in the language closest to a language tag. They take no arguments. */
export function textsOf(tag: string): { lang: Locale; texts: (typeof catalogues)['en'] } {
  const lang = locales.find((locale) => tag.toLowerCase().split('-')[0] === locale) ?? DEFAULT_LOCALE
  return { lang, texts: catalogues[lang] }
}
