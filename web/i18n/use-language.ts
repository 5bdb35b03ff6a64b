import { languageOf } from '#domain/platform/format-locale.ts'
import type { Locale } from '#domain/platform/locale.ts'
import { useIntl } from './intl.tsx'

/** The language of the screens; `locale` of `useIntl` also says how numbers and dates are written. */
export const useLanguage = (): Locale => languageOf(useIntl().locale)
