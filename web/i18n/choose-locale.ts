import { DEFAULT_LOCALE, type Locale, locales } from '#domain/platform/locale.ts'

const known = (tag: string | null | undefined): Locale | undefined => {
  const language = tag?.trim().toLowerCase().split(/[-_]/)[0]
  return locales.find((locale) => locale === language)
}

/** The initial language: the `lang` parameter of the address, else the saved one, else the first of the browser's languages that we support. */
export function chooseLocale(wishes: { search: string; saved: string | null; languages: readonly string[] }): Locale {
  const wished = [new URLSearchParams(wishes.search).get('lang'), wishes.saved, ...wishes.languages]
  for (const tag of wished) {
    const locale = known(tag)
    if (locale) return locale
  }
  return DEFAULT_LOCALE
}
