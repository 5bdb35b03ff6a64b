import { useIntl } from 'react-intl'
import type { Locale } from '#domain/platform/locale.ts'
import { languageOf } from './format-locale.ts'

/** The language of the screens; `locale` of `useIntl` also says how numbers and dates are written. */
export const useLanguage = (): Locale => languageOf(useIntl().locale)
